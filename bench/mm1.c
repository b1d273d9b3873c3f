/*
 * M/M/1 through an event list: the yardstick for the simulation kernel.
 *
 * A binary heap ordered by (time, order of scheduling) holds the arrivals and departures; a ring holds the
 * arrival times of the customers present; exponential variates are drawn by inversion from xor128
 * (G. Marsaglia, Xorshift RNGs, J. Stat. Softw. 8 (2003) 14), one generator for gaps and one for services.
 *
 * usage: mm1 CUSTOMERS RHO
 * prints: {"customers":…,"cpu_seconds":…,"mean_sojourn":…}
 * The service rate is 1 and the mean sojourn time should be 1 / (1 - RHO).
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ARRIVAL, DEPARTURE };

typedef struct {
  double time;
  uint64_t sequence;
  int kind;
} event;

typedef struct {
  event *entries;
  size_t size, capacity;
  uint64_t sequence;
} event_list;

typedef struct {
  double *times;
  size_t head, length, mask;
} customer_queue;

typedef struct {
  uint32_t x, y, z, w;
} xor128;

static void *checked(void *memory) {
  if (memory == NULL) {
    fputs("mm1: out of memory\n", stderr);
    exit(1);
  }
  return memory;
}

static uint32_t next32(xor128 *g) {
  uint32_t t = g->x ^ (g->x << 11);
  g->x = g->y;
  g->y = g->z;
  g->z = g->w;
  return g->w ^= (g->w >> 19) ^ t ^ (t >> 8);
}

static double exponential(xor128 *g, double mean) {
  double u = (next32(g) + 0.5) * 0x1p-32;
  return -mean * log(1 - u);
}

static int precedes(const event *a, const event *b) {
  return a->time < b->time || (a->time == b->time && a->sequence < b->sequence);
}

static void schedule(event_list *list, double time, int kind) {
  if (list->size == list->capacity) {
    list->capacity *= 2;
    list->entries = checked(realloc(list->entries, list->capacity * sizeof(event)));
  }
  event added = {time, ++list->sequence, kind};
  size_t place = list->size++;
  while (place > 0) {
    size_t parent = (place - 1) / 2;
    if (precedes(&list->entries[parent], &added)) break;
    list->entries[place] = list->entries[parent];
    place = parent;
  }
  list->entries[place] = added;
}

static event take_first(event_list *list) {
  event first = list->entries[0];
  event last = list->entries[--list->size];
  size_t place = 0;
  for (;;) {
    size_t child = 2 * place + 1;
    if (child >= list->size) break;
    if (child + 1 < list->size && precedes(&list->entries[child + 1], &list->entries[child])) child++;
    if (precedes(&last, &list->entries[child])) break;
    list->entries[place] = list->entries[child];
    place = child;
  }
  list->entries[place] = last;
  return first;
}

static void join(customer_queue *queue, double time) {
  if (queue->length > queue->mask) {
    size_t before = queue->mask + 1;
    double *wider = checked(malloc(2 * before * sizeof(double)));
    for (size_t i = 0; i < before; i++) wider[i] = queue->times[(queue->head + i) & queue->mask];
    free(queue->times);
    queue->times = wider;
    queue->head = 0;
    queue->mask = 2 * before - 1;
  }
  queue->times[(queue->head + queue->length++) & queue->mask] = time;
}

static double leave(customer_queue *queue) {
  double time = queue->times[queue->head];
  queue->head = (queue->head + 1) & queue->mask;
  queue->length--;
  return time;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("usage: mm1 CUSTOMERS RHO\n", stderr);
    return 2;
  }
  uint64_t customers = strtoull(argv[1], NULL, 10);
  double mean_gap = 1 / strtod(argv[2], NULL);
  xor128 gaps = {123456789u, 362436069u, 521288629u, 88675123u};
  xor128 services = {2246822519u, 3266489917u, 668265263u, 374761393u};
  event_list list = {checked(malloc(64 * sizeof(event))), 0, 64, 0};
  customer_queue queue = {checked(malloc(64 * sizeof(double))), 0, 0, 63};
  uint64_t departed = 0;
  double sojourn = 0;
  clock_t began = clock();
  schedule(&list, exponential(&gaps, mean_gap), ARRIVAL);
  while (departed < customers) {
    event now = take_first(&list);
    if (now.kind == ARRIVAL) {
      join(&queue, now.time);
      if (queue.length == 1) schedule(&list, now.time + exponential(&services, 1), DEPARTURE);
      schedule(&list, now.time + exponential(&gaps, mean_gap), ARRIVAL);
    } else {
      sojourn += now.time - leave(&queue);
      departed++;
      if (queue.length > 0) schedule(&list, now.time + exponential(&services, 1), DEPARTURE);
    }
  }
  double cpu_seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
  printf("{\"customers\":%llu,\"cpu_seconds\":%.6f,\"mean_sojourn\":%.9f}\n", (unsigned long long)departed,
         cpu_seconds, sojourn / (double)departed);
  free(list.entries);
  free(queue.times);
  return 0;
}
