import { type Answer, no, notHere, partly, yes } from './answer.js'

/** The source of the items, and the number of items in each part. */
export const agenticSource = {
  name: 'ABC.md of github.com/uiuc-kang-lab/agentic-benchmarks',
  parts: { I: 20, II: 9, III: 13 },
} as const

/** All items of the Agentic Benchmark Checklist, by its own numbers; the practices are paraphrased. */
export const agenticChecklist: readonly Answer[] = [
  partly(
    'I.a.1',
    'Equal meanings count as equal',
    'Codes and records are compared as such; attached texts must be the full text of the chart, in which spaces and case are folded.',
  ),
  yes('I.a.2', 'Redundant words do no harm', 'No criterion asks for wording of the agent’s own.'),
  yes(
    'I.b.1',
    'Negation is noticed',
    'What is said on the telephone and in messages is read with its negations; see `docs/systems`.',
  ),
  yes(
    'I.b.2',
    'Listing all answers does not pass',
    'The check spam: the work of all branches at once is no `pass` on any instance.',
  ),
  yes(
    'I.b.3',
    'The truth cannot be guessed',
    'Codes and numbers that only the systems tell, such as read-back codes and payment numbers.',
  ),
  notHere('I.c.1', 'A judge is accurate', 'No model grades.'),
  notHere('I.c.2', 'A judge resists attacks', 'No model grades.'),
  yes(
    'I.d.1',
    'Tests are verified',
    'Solutions, other good ways, harmless extras and wrong courses are tried on every instance; nobody has read the instances who does such work.',
  ),
  yes(
    'I.d.2',
    'The quality of tests is measured',
    'The share of mutants that criteria notice, at least 97 % on each instance.',
  ),
  notHere('I.e.1', 'Fuzz testing: edge cases', 'No code of an agent is tested.'),
  notHere('I.e.2', 'Fuzz testing: coverage of inputs', 'No code of an agent is tested.'),
  notHere('I.e.3', 'Fuzz testing: inputs that matter', 'No code of an agent is tested.'),
  notHere('I.f.2', 'End-to-end tests exercise everything', 'No code of an agent is tested.'),
  yes(
    'I.f.3',
    'Results are not flaky',
    'Clocks are stepped, worlds are seeded, and verdicts follow from the record alone.',
  ),
  partly(
    'I.g.1',
    'All good end states count',
    'A second way and harmless extras pass on each instance; there may be good ways that nobody has thought of.',
  ),
  yes(
    'I.g.2',
    'Relevant and irrelevant state is checked',
    'Whatever the work does not need must be unchanged, in all systems.',
  ),
  yes(
    'I.g.3',
    'The state cannot be guessed',
    'Noise, and everything done for everybody, earn at most 0.15 on each instance.',
  ),
  yes('I.h.1', 'Formats are told', 'The handbook in the file exchange gives every code and place.'),
  yes('I.h.2', 'Guessing seldom succeeds', 'See the agents A0, A1 and A2 of the ladder.'),
  yes(
    'I.i.1',
    'The measure cannot be exploited',
    'Critical harm caps the score at 0, so harm cannot be bought with good work.',
  ),
  yes('II.1', 'Versions of tools are given', 'The version of the benchmark, and the digests of engine and instances.'),
  yes('II.2', 'Tools are there during evaluation', 'All systems run in the process of the service.'),
  yes(
    'II.3',
    'Failures of infrastructure are handled',
    'Such trials are unscored, neither pass nor fail, and tried again.',
  ),
  yes('II.4', 'Nothing is left from an earlier run', 'Each trial has a playground of its own.'),
  partly(
    'II.5',
    'Agents cannot reach the truth',
    'The service tells none, and a sandbox is there for commands (`--sandbox bwrap`); an agent outside of it that reads this package has all solutions.',
  ),
  partly(
    'II.6',
    'The truth is verified',
    'Rules of the handbook are applied to the facts before anything is written, and a solver of another author works each instance where the validity report says so.',
  ),
  partly(
    'II.7',
    'Every task can be solved',
    'The recorded solution passes on each instance; for the solver of another author see the validity report.',
  ),
  yes('II.8', 'There is an oracle', 'Agent A8 of the ladder.'),
  partly(
    'II.9',
    'Nothing passes without the work',
    'The null, spam, twins and counters of each instance; nobody from outside has attacked it.',
  ),
  yes('III.1', 'Open source', 'Instances, generator and engine.'),
  yes('III.2', 'An open harness', '`carebench run carebench-1 --split test`.'),
  partly(
    'III.3',
    'A private test set',
    'The means to draw a sealed split exist; none has been drawn, because nobody keeps its secret yet.',
  ),
  partly('III.4', 'It is renewed', 'Other seeds give other instances; there is no schedule.'),
  yes('III.5', 'What it measures is said', 'On this page, and on that of each family.'),
  yes('III.6', 'What is evaluated is said', 'An agent with its tools, not a model alone.'),
  yes(
    'III.7',
    'Steps against flaws are described',
    'The validity report; disagreements of solvers are kept with who was wrong.',
  ),
  partly('III.8', 'The impact of flaws is discussed', 'See “Not expert-validated” on this page.'),
  no(
    'III.9',
    'The impact of flaws is quantified',
    'The noise of the truth is not known without people who do such work.',
  ),
  yes('III.10', 'Intervals are reported', 'Over families, with their coverage in simulations on this page.'),
  yes('III.11', 'How to interpret results', 'On this page: the smallest difference that can be detected.'),
  no('III.12', 'Human baselines', 'None.'),
  yes('III.13', 'Trivial agents', 'The agents A0 and A1 of the ladder.'),
]
