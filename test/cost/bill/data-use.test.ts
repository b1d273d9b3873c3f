import { describe, expect, it } from 'vitest';
import { dataUse, lesserIntegral, projectUse, withPreviews } from '../../../src/cost/bill/data-use.js';
import type { DataSpecification } from '../../../src/scenario/scenario.js';

const HOUR = 3600;
const DAY = 24 * HOUR;

const DATA: DataSpecification = {
  logical_size_bytes: 10e9,
  growth_bytes_per_second: 0,
  written_bytes_per_second: 1e9 / DAY,
  history_retention_seconds: 7 * DAY,
  manual_snapshots: 0,
  scheduled_snapshots: { every_seconds: 0, keep: 0 },
  egress_bytes_per_query: 1000,
  replicated_bytes_per_second: 0,
  private_share: 0.25,
  branches: 0,
  branch_age_seconds: 0,
  branch_written_bytes_per_second: 0,
  assumptions: [],
};

const TEN_DAYS = {
  from_seconds: 0,
  to_seconds: 10 * DAY,
  cu_seconds: 60,
  queries: 4000,
  compute_branches: 0,
};
const use = (data: Partial<DataSpecification>, time = TEN_DAYS) => dataUse({ ...DATA, ...data }, time);

describe('what data uses', () => {
  it('root storage is the size over time, growth included', () => {
    expect(use({}).root_branch_bytes_month).toBe(10e9 * 240);
    // 1 GB a day more: 15 GB in the mean.
    expect(use({ growth_bytes_per_second: 1e9 / DAY }).root_branch_bytes_month).toBeCloseTo(15e9 * 240, 0);
  });

  it('instant restore keeps what was written within its window', () => {
    expect(use({}).instant_restore_bytes_month).toBeCloseTo(7e9 * 240, 0);
  });

  it('a child is charged its changes since it was created, up to the logical size', () => {
    const child = { branches: 2, branch_written_bytes_per_second: 1e9 / DAY };
    // Both grow from 0 to 10 GB.
    expect(use(child).child_branch_bytes_month).toBeCloseTo(2 * 5e9 * 240, 0);
    // Five days old: 5 GB, and after five days more no larger than the data.
    expect(use({ ...child, branch_age_seconds: 5 * DAY }).child_branch_bytes_month).toBeCloseTo(
      2 * (7.5e9 * 120 + 10e9 * 120),
      -3,
    );
    expect(use(child).extra_branches_month).toBe(2 * 240);
  });

  it('branches of computes are children as well, and those beyond the included ones are extra', () => {
    const time = { ...TEN_DAYS, compute_branches: 4 };
    const { use: all, extra_branch_hours } = projectUse({ ...DATA, branches: 8 }, time, 9);
    expect([all.extra_branches_month, extra_branch_hours]).toEqual([12 * 240, 3 * 240]);
  });

  it('a manual snapshot is a full copy; of a schedule the first is', () => {
    expect(use({ manual_snapshots: 3 }).snapshot_storage_bytes_month).toBe(30e9 * 240);
    const daily = { scheduled_snapshots: { every_seconds: DAY, keep: 7 } };
    expect(use(daily).snapshot_storage_bytes_month).toBeCloseTo((10e9 + 6e9) * 240, 0);
  });

  it('transfer goes by its share over a private link, where what is written counts as well', () => {
    const transfer = (data: Partial<DataSpecification>) => {
      const { public_network_transfer_bytes, private_network_transfer_bytes } = use(data);
      return [public_network_transfer_bytes, private_network_transfer_bytes];
    };
    // 4,000 queries of 1 kB, and 10 GB written.
    expect(transfer({ private_share: 0 })).toEqual([4e6, 0]);
    expect(transfer({})).toEqual([3e6, expect.closeTo(1e6 + 2.5e9, 3)]);
    const replicated = { replicated_bytes_per_second: 2e9 / DAY };
    expect(transfer(replicated)).toEqual([
      expect.closeTo(3e6 + 15e9, 3),
      expect.closeTo(1e6 + 2.5e9 + 5e9, 3),
    ]);
  });

  it('what changes within a stretch is measured from its beginning', () => {
    const growing = {
      growth_bytes_per_second: 1e9 / DAY,
      branches: 2,
      branch_written_bytes_per_second: 1e9 / DAY,
    };
    const later = { ...TEN_DAYS, from_seconds: 4 * DAY, to_seconds: 6 * DAY, compute_branches: 1 };
    const found = use({ ...growing, branch_age_seconds: 2 * DAY }, later);
    expect(found.root_branch_bytes_month / 1e9).toBeCloseTo(15 * 48, 6);
    // A compute's branch is as old as the scenario, the others are two days older.
    expect(found.child_branch_bytes_month / 1e9).toBeCloseTo((5 + 2 * 7) * 48, 6);
    expect(found.extra_branches_month).toBe(3 * 48);
    expect(found.compute_unit_seconds).toBe(60);
    const snapshots = { scheduled_snapshots: { every_seconds: DAY, keep: 1 }, manual_snapshots: 2 };
    expect(use({ ...growing, ...snapshots }, later).snapshot_storage_bytes_month / 1e9).toBeCloseTo(
      (15 + 2 * 10) * 48,
      6,
    );
    // Fewer than are included are not set against anything.
    expect(projectUse({ ...DATA, branches: 3 }, later, 9).extra_branch_hours).toBe(0);
    expect(projectUse({ ...DATA, branches: 3 }, later, 2).extra_branch_hours).toBe(2 * 48);
  });

  it('branches that come and go are added as means over time', () => {
    const project = projectUse({ ...DATA, branches: 12 }, TEN_DAYS, 9);
    const mean = { branches: 4, extra_branches: 2, stored_bytes: 3e9, cu: 0.5 };
    const { use: all, extra_branch_hours } = withPreviews(project, 10 * HOUR, mean);
    expect(all).toEqual({
      ...project.use,
      compute_unit_seconds: 60 + 5 * HOUR,
      child_branch_bytes_month: 30e9,
      extra_branches_month: 12 * 240 + 40,
    });
    expect(extra_branch_hours).toBe(3 * 240 + 20);
  });

  it('integrates the lesser of two lines', () => {
    // They cross outside of the bounds, or on one of them.
    expect(lesserIntegral([0, 2], [4, 0], 3, 4)).toBe(4);
    expect(lesserIntegral([0, 2], [4, 0], 0, 1)).toBe(1);
    expect(lesserIntegral([0, 2], [4, 0], 2, 4)).toBe(8);
    expect(lesserIntegral([0, 2], [4, 0], 0, 2)).toBe(4);
    expect(lesserIntegral([3, 1], [1, 2], 1, 3)).toBe(9.5);
    expect(lesserIntegral([0, 2], [4, 0], 0, 4)).toBe(4 + 8);
    expect(lesserIntegral([4, 0], [0, 2], 0, 4)).toBe(4 + 8);
    expect(lesserIntegral([1, 1], [1, 1], 2, 4)).toBe(8);
  });
});
