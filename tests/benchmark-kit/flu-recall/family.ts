import { defineFamily } from '../../../benchmarks/kit/src/builders/define-family.js'
import { spelledOut } from '../../../benchmarks/kit/src/builders/spelled-out.js'
import { fullName } from '../../../benchmarks/kit/src/clinic/people.js'
import { makeCounters, makeCriteria } from './criteria.js'
import { drawFacts, type Facts } from './facts.js'
import { type Branch, outcomes } from './handbook.js'
import { goal, ticket } from './phrases.js'
import { makeWorld } from './records.js'
import { close, closeWhole, makeFlood, readings } from './work.js'

/** Whom to invite to a vaccination. */
export const fluRecall = defineFamily<Branch, Facts>({
  name: 'flu-recall',
  title: 'Who is to be invited?',
  work: 'a recall: has the patient had the vaccination, refused it, or neither?',
  parameters: { vaccinations: '2 to 4 in the chart; 1 or none counts' },
  branches: {
    due: 'no vaccination counts',
    given: 'the patient had the vaccination',
    refused: 'the patient has refused the vaccination',
  },
  splits: {
    test: { E: 'due, given', M: 'given, refused', H: 'due, refused' },
    dev: { E: 'due', M: 'given', H: 'refused' },
  },
  facts: drawFacts,
  world: makeWorld,
  instruction: {
    goal,
    ticket,
    pages: ['flu-recall.txt'],
    steps: [
      'Read handbook/flu-recall.txt in the inbox of the file exchange.',
      'Find the requested Task of the patient, and the vaccinations.',
      'Record the outcome on the Task.',
    ],
    slots: ({ person }) => ({ mrn: person.mrn, name: fullName(person), born: person.birthDate }),
    inputs: ({ person }) => ({ patient: { mrn: person.mrn } }),
  },
  truth: ({ branch, person, shots }) => ({ branch, patient: person.id, vaccinations: shots.map(({ id }) => id) }),
  answers: ({ taskId, shots }) => [taskId, ...shots.map(({ id }) => id)],
  readings,
  byHandbook: (facts) => [close(facts, facts.branch)],
  otherWay: ['with the whole Task', (facts) => [closeWhole(facts, facts.branch)]],
  extras: ({ person }, first) => [spelledOut(first, [person])],
  criteria: makeCriteria,
  harms: makeCounters,
  flood: makeFlood,
  choices: ({ branch }) => [branch],
  card: ({ branch, person, shots }) => ({
    story: `${fullName(person)} has a flu recall. Right: ${outcomes[branch].meaning}.`,
    systems: 2,
    hops: 2,
    documents: shots.length,
    rules: 3,
  }),
})
