import type { Distribution } from './distribution.js';
import { normalQuantile } from './functions/normal.js';
import { cumulativeWeights, quantileFunction, weightedChoice } from './inversion.js';
import type { RandomStream } from './random-stream.js';
import { VariatesAhead } from './variates-ahead.js';

/** Returns the next independent variate of a distribution. */
export type Draw = () => number;

/** Turns one uniform into a variate; it may take further uniforms from the stream. */
type Transform = (u: number) => number;

/** Lower bound for the rest of a split uniform: the smallest value of a stream. */
const MIN_UNIFORM = 1.1641532182693481e-10;
const MAX_UNIFORM = 1 - MIN_UNIFORM;

/** Fills a block with the next variates, starting at its last place. */
export type Fill = (block: Float64Array) => void;

/**
 * Variates of a distribution, drawn from a stream in blocks.
 *
 * A constant takes no uniform from the stream, and a gamma variate takes several. A mixture takes one, plus those of
 * the gamma part that it selects. Every other distribution takes exactly one, by inversion, which keeps common random
 * numbers in step. A uniform has 32 bits. No variate therefore exceeds the quantile 1 − 2^−33 of its distribution, or 1
 * − 2^−33 / w for a mixture's part of weight w.
 */
export function variates(distribution: Distribution, stream: RandomStream): Fill {
  switch (distribution.kind) {
    case 'constant':
      return (block) => block.fill(distribution.value);
    case 'exponential':
      return exponentials(-distribution.mean, stream);
    case 'lognormal':
      return lognormals(distribution.mu, distribution.sigma, stream);
    default: {
      const draw = sampler(distribution, stream);
      return (block) => {
        for (let place = block.length - 1; place >= 0; place--) block[place] = draw();
      };
    }
  }
}

/** Draws the next of a distribution's {@link variates} without allocating. The stream must not be shared. */
export function sampler(distribution: Distribution, stream: RandomStream): Draw {
  switch (distribution.kind) {
    case 'constant': {
      const value = distribution.value;
      return () => value;
    }
    case 'exponential':
    case 'lognormal': {
      const ahead = new VariatesAhead(variates(distribution, stream));
      return () => ahead.next();
    }
    case 'gamma':
      return gammaSampler(distribution.shape, distribution.scale, stream);
    default: {
      const transform = transformOf(distribution, stream);
      return () => transform(stream.uniform());
    }
  }
}

/** The most frequently drawn distribution: 1 − u is exact for 32 bits, and log is cheaper than log1p. */
function exponentials(scale: number, stream: RandomStream): Fill {
  return (block) => {
    stream.fill(block);
    for (let place = 0; place < block.length; place++) block[place] = scale * Math.log(1 - block[place]!);
  };
}

function lognormals(mu: number, sigma: number, stream: RandomStream): Fill {
  return (block) => {
    stream.fill(block);
    for (let place = 0; place < block.length; place++) block[place] = normalQuantile(block[place]!);
    for (let place = 0; place < block.length; place++) block[place] = Math.exp(mu + sigma * block[place]!);
  };
}

function transformOf(distribution: Distribution, stream: RandomStream): Transform {
  switch (distribution.kind) {
    case 'hyperexponential':
      return splitUniform(
        distribution.weights,
        distribution.means.map((mean) => quantileFunction({ kind: 'exponential', mean })!),
      );
    case 'mixture':
      return splitUniform(
        distribution.weights,
        distribution.parts.map((part) => transformOf(part, stream)),
      );
    case 'gamma':
      return gammaSampler(distribution.shape, distribution.scale, stream);
    default:
      return quantileFunction(distribution)!;
  }
}

/**
 * Chooses a part with a uniform and passes on the rest of it: given the part, the position of the uniform between the
 * part's two cumulative weights is uniform again.
 */
function splitUniform(weights: readonly number[], parts: readonly Transform[]): Transform {
  const edges = cumulativeWeights(weights);
  const pick = weightedChoice(weights);
  return (u) => {
    const index = pick(u);
    const edge = index === 0 ? 0 : edges[index - 1]!;
    const rest = (u - edge) / (edges[index]! - edge);
    return parts[index]!(Math.max(MIN_UNIFORM, Math.min(MAX_UNIFORM, rest)));
  };
}

/**
 * G. Marsaglia and W. W. Tsang, A simple method for generating gamma variables, ACM TOMS 26 (2000) 363–372.
 * A shape below 1 is raised by one and the variate multiplied by U^(1 / shape).
 */
function gammaSampler(shape: number, scale: number, stream: RandomStream): Draw {
  const d = (shape < 1 ? shape + 1 : shape) - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  const standard = (): number => {
    for (;;) {
      const z = normalQuantile(stream.uniform());
      const root = 1 + c * z;
      if (root <= 0) continue;
      const cube = root * root * root;
      const u = stream.uniform();
      const square = z * z;
      // The squeeze accepts all but a few per cent without a logarithm.
      if (u < 1 - 0.0331 * square * square) return d * cube;
      if (Math.log(u) < 0.5 * square + d * (1 - cube + Math.log(cube))) return d * cube;
    }
  };
  if (shape >= 1) return () => scale * standard();
  const exponent = 1 / shape;
  return () => scale * standard() * Math.exp(exponent * Math.log(stream.uniform()));
}
