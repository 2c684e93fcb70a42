import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildBenchmark, maxCounters, withinLimit } from './build-benchmark.js'
import { createClinic } from './clinic/clinic.js'
import { paSubmit } from './families/pa-submit/family.js'

function counter(name: string, ...fails: readonly string[]) {
  return { name, calls: [], fails: [...fails] }
}

const many = Array.from({ length: maxCounters }, (_, index) =>
  counter(`usual ${index}`, index === 0 ? 'first' : 'usual'),
)

it('keeps the first counters if they break every criterion that the others break', () => {
  expect(withinLimit([...many, counter('one more', 'usual', 'first')])).toEqual(many)
})

it('replaces a redundant counter with one beyond the limit that breaks another criterion', () => {
  const other = counter('other', 'usual', 'other')
  expect(withinLimit([...many, other])).toEqual([...many.slice(0, -1), other])
})

it('keeps a counter that breaks a critical criterion at the cost of those that break others', () => {
  const others = Array.from({ length: maxCounters }, (_, index) =>
    counter(`minor ${index}`, `${index} a`, `${index} b`),
  )
  const needed = counter('critical', 'person')
  expect(withinLimit([...others, needed])).not.toContain(needed)
  expect(withinLimit([...others, needed], [{ label: 'person', severity: 'critical' }])).toContain(needed)
})

it('keeps counters that break every criterion, if as many as the limit suffice', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 3 }), { maxLength: 40 }),
      (drawn) => {
        const counters = drawn.map((labels, index) => counter(String(index), ...labels.map(String)))
        const taken = withinLimit(counters)
        expect(taken).toEqual(counters.filter((one) => taken.includes(one)))
        expect(taken.length).toBe(Math.min(counters.length, maxCounters))
        expect(new Set(taken.flatMap(({ fails }) => fails))).toEqual(new Set(counters.flatMap(({ fails }) => fails)))
      },
    ),
  )
})

it('rejects two instances with one seed, because their tasks would have the same name', () => {
  const clinic = createClinic(1)
  const instances = (['E', 'M'] as const).map((level) =>
    paSubmit.make({ seed: 5, level, branch: 'no-coverage', clinic }),
  )
  expect(() => buildBenchmark('twice', clinic, instances)).toThrow('got pa-submit-5 twice')
})
