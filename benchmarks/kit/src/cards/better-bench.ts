import { type Answer, no, notHere, partly, yes } from './answer.js'

/** The source of the practices: the page lists 47, its paper 46. */
export const betterBenchSource = {
  name: 'the methodology page of BetterBench (betterbench.stanford.edu/methodology.html; paper: arXiv 2411.12990)',
  stages: { D: 14, I: 10, Do: 20, M: 3 },
} as const

/** All practices of BetterBench by the numbers of its methodology page, in our words. */
export const betterBench: readonly Answer[] = [
  yes(
    'D1',
    'What is tested is defined',
    'Administrative work of a clinic done right and without harm; the page of each family says which.',
  ),
  yes(
    'D2',
    'How that becomes tasks',
    'The page of each family: the courses that can be right, and what differs; that of each instance: its story and traps.',
  ),
  partly(
    'D3',
    'Why it is worth knowing',
    'On this page, in one sentence; how often such work occurs was not measured.',
  ),
  partly(
    'D4',
    'Use cases and users',
    'Who compares agents for such work in the United States, in English; no personas.',
  ),
  no('D5', 'Experts of the domain took part', 'None did.'),
  no('D6', 'Literature of the domain informed it', 'Payers and rules are invented; no page cites a source for them.'),
  yes('D7', 'How a score should and should not be read', 'On this page.'),
  yes(
    'D8',
    'The measure is chosen with reasons',
    'Pass, score and the caps of severity: `docs/guides/writing-a-benchmark.md`; intervals: `docs/reference/statistics.md`.',
  ),
  yes(
    'D9',
    'Floors and ceilings',
    'A0, A1 and A8 of the ladder, and the checks null, spam and oracle of each instance.',
  ),
  no('D10', 'Human performance', 'None was measured.'),
  yes('D11', 'Random performance', 'A1 of the ladder, and the check spam of each instance.'),
  partly(
    'D12',
    'Sensitivity to the input',
    'Phrase banks of at least 20 forms, and three ways to tell a task; how much a score depends on them was not measured.',
  ),
  yes(
    'D13',
    'Validated automatic evaluation',
    'No person and no model grades; the validity report says how criteria were tried.',
  ),
  partly(
    'D14',
    'Differences to related benchmarks',
    'Generated instances, checks of the whole state, and severity; others are not discussed one by one.',
  ),
  yes('I1', 'Code of the evaluation', 'This repository.'),
  yes('I2', 'A script replicates the results', '`pnpm benchmark:ladder`; no results of models are published.'),
  yes('I3', 'Data or environment can be had', 'Instances, generator and engine.'),
  yes('I4', 'Models behind an API', '`carebench run --model`, of three providers and of OpenAI-compatible servers.'),
  yes('I5', 'Local models', '`carebench run --model … --base-url …`.'),
  partly('I6', 'A canary, or encryption', 'In every file of carebench-1, not in those of the generator.'),
  no(
    'I7',
    'A task that shows training on the test set',
    'None; the gap between `test` and a sealed split would show it, once somebody keeps one.',
  ),
  yes('I8', 'Warnings about harmful content', 'On this page: neither tasks nor expected work have any.'),
  yes('I9', 'Requirements for publishing results', 'On this page.'),
  partly('I10', 'A build status', '`.ci/run` and the workflows validate what has changed; no badge is shown.'),
  yes('Do1', 'A file of requirements', '`package.json` with exact versions, and the lockfile.'),
  yes(
    'Do2',
    'A quick start',
    '`docs/guides/start.md`, `docs/guides/evaluating-an-agent.md` and the README of carebench-1.',
  ),
  partly('Do3', 'Comments in the code', 'Contracts of what is exported, and reasons; not each segment.'),
  yes(
    'Do4',
    'Documentation of the code',
    '`CONTRIBUTING.md`, `docs/reference/architecture.md` and the README of benchmark-kit.',
  ),
  partly(
    'Do5',
    'Kinds of tasks and why they were chosen',
    'The page of each family has the tasks; why these families and no others is told nowhere.',
  ),
  partly(
    'Do6',
    'Normative assumptions',
    'The handbook in each task has the rules, and each guard its severity; the severities are our own judgment.',
  ),
  yes('Do7', 'Limitations', 'On this page.'),
  yes('Do8', 'How it was constructed', 'Decisions 048, 049, 057, 073, 074 and 083.'),
  yes(
    'Do9',
    'How environments and instructions were designed',
    'The README of benchmark-kit, and the phrase banks of each family.',
  ),
  yes(
    'Do10',
    'Measures are documented',
    '`docs/reference/contract.md`, `docs/guides/writing-a-benchmark.md`, `docs/reference/statistics.md`.',
  ),
  partly(
    'Do11',
    'Statistical significance',
    'Intervals of the ladder, and a simulation of comparisons; no model was run.',
  ),
  no('Do12', 'Peer review', 'None.'),
  yes('Do13', 'Licence', 'MIT.'),
  no('Do14', 'A persistent identifier', 'None but the digest of a version.'),
  no('Do15', 'Standardized metadata', '`manifest.json` has a form of its own.'),
  yes(
    'Do16',
    'Sources of the data',
    'All data are synthetic, drawn by programs of this repository; no person’s data were used.',
  ),
  notHere('Do17', 'Preprocessing', 'Nothing was collected.'),
  notHere('Do18', 'Annotation', 'Truth is drawn before the records, and annotated by nobody.'),
  no(
    'Do19',
    'Representativeness',
    'Courses are drawn so that each occurs, not as often as in a clinic; nobody has compared them with one.',
  ),
  partly('Do20', 'Standardized documentation', 'Cards of the suite, families and instances, in a form of our own.'),
  yes('M1', 'Checked within a year', 'Tests of all packages in `.ci/run`, and workflows every night.'),
  partly('M2', 'A feedback channel that is answered', 'Issues of the repository; it has no record of answers yet.'),
  partly('M3', 'Somebody to write to', 'The repository; nobody is named for this benchmark.'),
]
