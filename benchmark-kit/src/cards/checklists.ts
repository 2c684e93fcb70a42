/** How a practice of a checklist is followed: `no` and `partly` say what is lacking. */
export interface Answer {
  readonly item: string
  readonly practice: string
  readonly answer: 'yes' | 'partly' | 'no' | 'does not apply'
  readonly detail: string
}

function yes(item: string, practice: string, detail: string): Answer {
  return { item, practice, answer: 'yes', detail }
}

function partly(item: string, practice: string, detail: string): Answer {
  return { item, practice, answer: 'partly', detail }
}

function no(item: string, practice: string, detail: string): Answer {
  return { item, practice, answer: 'no', detail }
}

function notHere(item: string, practice: string, detail: string): Answer {
  return { item, practice, answer: 'does not apply', detail }
}

/** The Agentic Benchmark Checklist, by its own numbers; the practices are paraphrased. */
export const agenticChecklist: readonly Answer[] = [
  partly(
    'I.a.1',
    'Equal meanings count as equal',
    'Codes and records are compared as such; attached texts must be the full text of the chart, in which spaces and case are folded.',
  ),
  yes('I.a.2', 'Redundant words do no harm', 'No criterion asks for wording of the agent’s own.'),
  notHere('I.b', 'Matching of substrings', 'No criterion passes on a substring.'),
  notHere('I.c', 'A model as a judge', 'No model grades.'),
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
  notHere('I.e', 'Fuzz testing', 'No code of an agent is tested.'),
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
    'Such trials are untold, neither pass nor fail, and tried again.',
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

/** Practices of BetterBench, in our words and without its numbers. Those that are not here have not been answered yet. */
export const betterBench: readonly Answer[] = [
  yes(
    'design',
    'Users and uses are defined',
    'People who compare agents for administrative work; not for clinical judgment.',
  ),
  no('design', 'Experts of the domain took part', 'None did.'),
  yes(
    'design',
    'The measure is chosen with reasons',
    'Pass, completion under policy and critical failures: severity in `docs/reliability.md`.',
  ),
  yes('design', 'How a score should not be read is said', 'On this page.'),
  yes('design', 'Floors and ceilings', 'The ladder.'),
  no('design', 'Human performance', 'None.'),
  yes('design', 'Random performance', 'A1 of the ladder, and the noise floor of each instance.'),
  yes('design', 'The benchmark can be graded automatically', 'All of it.'),
  partly(
    'design',
    'Differences to related benchmarks are explained',
    'In short, here: generated instances, whole-state checks and severity.',
  ),
  yes('implementation', 'Code of the evaluation is available', 'This repository.'),
  yes('implementation', 'Data or a generator is available', 'Both.'),
  yes('implementation', 'A script replicates results', '`pnpm benchmark:ladder`.'),
  yes('implementation', 'Statistical significance is reported', '`carebench report` and `carebench compare`.'),
  yes('implementation', 'Warnings against training on it', 'A canary in every file.'),
  partly('implementation', 'Contamination can be found', 'By the canary, and by a sealed split once there is one.'),
  yes('implementation', 'There is a build status', '`.ci/run` validates what has changed.'),
  yes('documentation', 'Tasks and their rationale', 'The page of each family.'),
  yes('documentation', 'Limitations', 'On this page.'),
  yes('documentation', 'Data collection', 'All data are synthetic; the page of each instance says how it differs.'),
  yes('documentation', 'Licence', 'MIT.'),
  no('documentation', 'Peer review', 'None.'),
  yes('documentation', 'How to cite', 'On this page.'),
  partly('maintenance', 'A feedback channel', 'Issues of the repository; nobody is named as responsible.'),
  yes('maintenance', 'Code is kept usable', 'Tests of all packages in `.ci/run`.'),
  no('retirement', 'A plan to retire it', 'A rule is proposed and not adopted.'),
]
