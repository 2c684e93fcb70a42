import { baseStyle, filePage, type Markup, markup, plainTheme, themeStyle } from '@carebench/server/site'
import type { PowerFigures, Spreads } from '../../../../packages/carebench/src/comparing/power.js'
import type { CardFacts, Family } from '../family.js'
import { ladder as rungsOfAll } from '../ladder/agents.js'
import { type LadderResult, type LadderResults, listMissed, writeCell } from '../ladder/ladder-table.js'
import type { Criterion, Level } from '../task.js'
import type { KeptResult } from '../validity/kept-validity.js'
import type { Answer } from './answer.js'
import { betterBench, betterBenchSource } from './better-bench.js'
import { agenticChecklist, agenticSource } from './checklists.js'

/** An instance as listed in the manifest of its split. */
export interface CardInstance {
  readonly id: string
  readonly level: Level
  readonly branch: string
  readonly told: string
  readonly digest: string
  readonly card: CardFacts
}

/** The results of simulated comparisons for a number of families. */
export interface PowerRow {
  readonly families: number
  /**
   * Which agents the spreads are of: agents that differ equally on all families, or those of the ladder, each of which
   * fails at another kind of work.
   */
  readonly agents: 'alike' | 'ladder'
  readonly spreads: Spreads
  /**
   * The smallest difference that 80 % of the comparisons detect; null if none of the tested ones is detected as often.
   */
  readonly detectable: PowerFigures | null
  /** The figures for two equally good agents. */
  readonly null: PowerFigures
}

export interface CardSource {
  readonly canary: string
  readonly version: string
  readonly families: readonly Family[]
  readonly splits: readonly {
    readonly split: string
    readonly instances: readonly CardInstance[]
    readonly drawn: readonly {
      readonly name: string
      readonly tried: number
      readonly refused: Readonly<Record<string, number>>
    }[]
    readonly validity: readonly KeptResult[]
    /** The criteria of each task, by the name of the task. */
    readonly criteria: ReadonlyMap<string, readonly Criterion[]>
  }[]
  readonly ladder: LadderResults | undefined
  /** The results of human reviews: `card` of `carebench reviews … --json`; absent if there are none. */
  readonly people?: readonly string[]
  readonly power: readonly PowerRow[]
}

/** The style sheet that all pages share. */
export const cardStyle = `${themeStyle(plainTheme)}\n${baseStyle}
td ul { margin: 0; padding-left: 1rem; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h2 { margin-top: 2.5rem; }
h3 { margin-top: 1.5rem; }
p, ul, dl, table, pre { margin-block: 0.6rem; }
p, li, dd, footer { overflow-wrap: anywhere; }
table, pre { display: block; overflow-x: auto; }
th, td { padding: 0.25rem 1rem 0.25rem 0; text-align: left; vertical-align: top; }
td:last-child { min-width: min(12rem, 35vw); }
dt { margin-top: 0.5rem; font-weight: 600; }
dd { margin-left: 1rem; }
footer { margin-top: 2.5rem; }
`

/** Returns all pages by file name: the suite, the families, and the instances. */
export function cardPages(source: CardSource): ReadonlyMap<string, string> {
  const pages = new Map([['index.html', suitePage(source)]])
  for (const family of source.families) pages.set(`${family.name}.html`, familyPage(source, family))
  for (const { split, instances, validity, criteria } of source.splits) {
    for (const instance of instances) {
      const result = validity.find((one) => isAbout(one, instance))
      pages.set(
        `${instance.id}.html`,
        instancePage(source, { split, instance, result, criteria: criteria.get(instance.id) ?? [] }),
      )
    }
  }
  return pages
}

function page(title: string, body: Markup, { canary, version }: CardSource): string {
  return filePage({
    title,
    style: { href: 'style.css' },
    script: '',
    body: markup`<main><h1>${title}</h1>${body}<footer><p>carebench-1 ${version}, not expert-validated. ${canary}</p></footer></main>`,
  })
}

/** Explanations of the letters and counts on the pages. */
const levels =
  'Levels: E easy, M medium, H hard, by how many look-alikes, rules and steps there are; X hard, with the volume of a real practice.'
const tellings =
  'Told as: L1 names the steps, L2 the goal, L3 is a ticket that leaves the rest to the handbook. What is right does not depend on it.'
const structure =
  'Counted without an agent. systems: those that the right way uses; hops: records to follow from the instruction to the fact that decides; lookAlikes: records that resemble a right one; rules: those of the handbook that decide; batch: pieces of work in the task.'

const noPeople = [
  'Not expert-validated. Nobody who does such work has read the instances or the severities.',
  'No human baseline.',
]

function suitePage(source: CardSource): string {
  const { families, splits, version } = source
  const unproven = countUnproven(source)
  const all = splits.flatMap(({ instances }) => instances)
  const body = markup`<p>Administrative work of a clinic in the United States, drawn by programs: ${families.length} ${families.length === 1 ? 'family' : 'families'} of tasks, ${all.length} instances. It says how well an agent with its tools does such work without harm: a wrong patient, a false statement to a payer or a critical value that nobody is told costs more than a task left undone, and a mean over tasks hides that.</p>
${(source.people ?? noPeople).map((line) => markup`<p>${line}</p>`)}
<p><strong>Not for</strong> clinical judgment, licensing an agent, or comparing payers. Rules, payers and people are invented; the day is 2 March 2026; the language is English.</p>
${unproven === 0 ? '' : markup`<p>On ${unproven} of ${all.length} instances, no solver that is independent of the generator has shown that they can be solved.</p>`}
<p>${levels} ${tellings}</p>
<h2>Families</h2>
<ul>${families.map(({ name, work }) => markup`<li><a href="${name}.html">${name}</a>: ${work}</li>`)}</ul>
${splits.map(({ split, drawn }) => markup`<h3>${split}</h3><table><thead><tr><th>family</th><th>drawn</th><th>kept</th><th>refused, by reason</th></tr></thead><tbody>${drawn.map(({ name, tried, refused }) => markup`<tr><td>${name}</td><td>${tried}</td><td>${tried - sum(Object.values(refused))}</td><td>${describeReasons(refused)}</td></tr>`)}</tbody></table>`)}
${powerSection(source)}
<h2>Ladder</h2><p>Scripted agents A0 to A11, among them one that does nothing and one that knows the solution: <a href="../LADDER.md">LADDER.md</a>. The page of each family has its figures.</p>
<h2>Publishing results</h2><ul>
<li>No model was trained or selected on <code>test</code>; <code>dev</code> is free to develop on.</li>
<li>All tasks of <code>test</code>, at least three trials each, with the interval over families, and the trials that were not scored counted.</li>
<li>The agent with its tools, prompts and model, and the dates; the version and its digest, as the run records them.</li>
<li>Critical failures beside the pass rate, with their upper bound, even if there were none.</li>
<li>Records packed or on request, so that they are not crawled: they have the expected work.</li></ul>
<p>A published result that turns out to break one of these rules has to be withdrawn.</p>
<h2>Content</h2><p>Neither the tasks nor the expected work have violent, sexual or hateful content. They tell of illnesses of invented people; all data are drawn by programs, and no person’s data were used.</p>
<h2>Cite and version</h2><pre>carebench-1 ${version}, split test. https://github.com/carebench/carebench
Version digest: as carebench run records it (lock.json).</pre><p>A patch changes no verdict; a minor version adds families; a major version may change verdicts. An erratum takes an instance out of all results, and never changes it in place.</p>
${checklist('Agentic Benchmark Checklist', agenticSource.name, agenticChecklist)}
${checklist('BetterBench', betterBenchSource.name, betterBench)}`
  return page('carebench-1', body, source)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

function describeReasons(refused: Readonly<Record<string, number>>): string {
  const reasons = Object.entries(refused).map(([reason, count]) => `${reason} ${count}`)
  return reasons.join(', ') || 'none'
}

function powerSection({ power, families }: CardSource): Markup {
  const ofNow = power.filter(({ agents, families: many }) => agents === 'alike' && many <= families.length).at(-1)
  const ofLadder = power.find(({ agents }) => agents === 'ladder')
  const rows = power.map(
    ({ families: many, agents, detectable, null: same }) =>
      markup`<tr><td>${many}</td><td>${agents === 'alike' ? 'alike' : 'as A4 to A6 do'}</td><td>${detectable === null ? 'more than was tried' : `${points(detectable.difference)} points`}</td><td>${detectable === null ? '' : percent(detectable.covered)}</td><td>${percent(same.covered)}</td><td>${percent(same.found)}</td></tr>`,
  )
  const spread = ({ familySpread, agentSpread }: Spreads) =>
    `${familySpread.toFixed(1)} for families, ${agentSpread.toFixed(1)} for what agents differ by`
  return markup`<h2>What can be detected</h2>
<p>Simulated comparisons of two agents on 20 tasks of each family with 3 trials, by the interval of <code>carebench compare --by family</code>, which counts families as clusters. Families, tasks and trials are drawn anew each time.</p>
<table><thead><tr><th>families</th><th>agents differ from family to family</th><th>smallest difference found in 80 % of the comparisons</th><th>intervals that contain that difference</th><th>intervals that contain 0 where there is no difference</th><th>differences found where there is none</th></tr></thead><tbody>${rows}</tbody></table>
<p>${power.length === 0 ? 'Not simulated yet. ' : ''}${ofNow?.detectable ? `There are ${families.length} families: between agents that differ alike, differences below about ${points(ofNow.detectable.difference)} points are often missed (simulated with ${ofNow.families}; spreads in logits: ${spread(ofNow.spreads)}). ` : ''}${ofLadder === undefined ? '' : `Agents that each fail at another kind of work, as A4 to A6 on the ladder do, differ more from family to family (${spread(ofLadder.spreads)}), and ${ofLadder.detectable === null ? 'no difference that was tried is found reliably' : `only differences of about ${points(ofLadder.detectable.difference)} points are found reliably`}. `}The rule is stricter than the first simulation, which knows only the spreads that it was given: until there are 24 families, no difference under 10 points should be claimed${families.length === 1 ? '; with one family, no interval over families exists, and results say nothing about other work' : ''}.</p>`
}

function checklist(title: string, source: string, answers: readonly Answer[]): Markup {
  const count = (wanted: Answer['answer']) => answers.filter(({ answer }) => answer === wanted).length
  return markup`<h2>${title}</h2><p>All ${answers.length} items of ${source}, in our words, answered by those who made the benchmark: ${count('yes')} yes, ${count('partly')} partly, ${count('no')} no, ${count('does not apply')} do not apply.</p><table class="checklist"><thead><tr><th>item</th><th>practice</th><th>answer</th><th>how, or what is lacking</th></tr></thead><tbody>${answers.map(({ item, practice, answer, detail }) => markup`<tr><td>${item}</td><td>${practice}</td><td class="${answer.replaceAll(' ', '-')}">${answer}</td><td>${inCode(detail)}</td></tr>`)}</tbody></table>`
}

/** Formats text between backticks as code. */
function inCode(text: string): readonly (string | Markup)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : markup`<code>${part}</code>`))
}

function familyPage(source: CardSource, family: Family): string {
  const own = source.splits.map(({ split, instances }) => ({
    split,
    instances: instances.filter(({ id }) => readFamily(id) === family.name),
  }))
  const body = markup`<p>${family.title}. <a href="index.html">All families</a></p>
<p>${levels} ${tellings}</p>
<h2>Courses that can be right</h2><dl>${Object.entries(family.branches).map(([branch, meaning]) => markup`<dt>${branch}</dt><dd>${meaning}</dd>`)}</dl>
<h2>What differs</h2><dl>${Object.entries(family.parameters).map(([name, range]) => markup`<dt>${name}</dt><dd>${range}</dd>`)}</dl>
<h2>Mutants that nobody has to notice</h2>${family.harmlessMutants.length === 0 ? markup`<p>None.</p>` : markup`<ul>${family.harmlessMutants.map(({ part, reason }) => markup`<li>${part}: ${reason}</li>`)}</ul>`}
${ladderSection(source, family.name)}
${own.map(({ split, instances }) => markup`<h2>${split}</h2><table><thead><tr><th>instance</th><th>level</th><th>told</th><th>right</th><th>traps</th></tr></thead><tbody>${instances.map(({ id, level, told, branch, card }) => markup`<tr><td><a href="${id}.html">${id}</a></td><td>${level}</td><td>${told}</td><td>${branch}</td><td><ul>${card.traps.map((trap) => markup`<li>${trap}</li>`)}</ul></td></tr>`)}</tbody></table>`)}`
  return page(family.name, body, source)
}

function ladderSection({ ladder }: CardSource, family: string): Markup {
  const own = (ladder?.results ?? []).filter(({ task }) => readFamily(task) === family)
  const rungs = [...new Set(own.map(({ rung }) => rung))]
  if (rungs.length === 0) return markup`<h2>Ladder</h2><p>Not run yet.</p>`
  const missed = listMissed(own)
  const cell = (rung: string, level: Level) =>
    writeCell(own.filter((result) => result.rung === rung && result.level === level))
  const shown = rungsOfAll.filter(({ rung }) => rungs.includes(rung))
  return markup`<h2>Ladder</h2><p>Scripted agents on ${new Set(own.map(({ task }) => task)).size} tasks of <code>test</code>: the share of trials that pass, with a 95 % interval.</p><ul>${shown.map(({ rung, title }) => markup`<li>${rung}: ${title}</li>`)}</ul><table><thead><tr><th>agent</th><th>E</th><th>M</th><th>H</th></tr></thead><tbody>${rungs.map((rung) => markup`<tr><td>${rung}</td><td>${cell(rung, 'E')}</td><td>${cell(rung, 'M')}</td><td>${cell(rung, 'H')}</td></tr>`)}</tbody></table>
<p>${missed.length === 0 ? 'All that is wanted holds.' : `Wanted and missed: ${missed.join('; ')}.`}</p>`
}

interface ShownInstance {
  readonly split: string
  readonly instance: CardInstance
  readonly result: KeptResult | undefined
  readonly criteria: readonly Criterion[]
}

function instancePage(source: CardSource, { split, instance, result, criteria }: ShownInstance): string {
  const { id, level, told, branch, digest, card } = instance
  const family = source.families.find(({ name }) => name === readFamily(id))
  const own = (source.ladder?.results ?? []).filter(({ task }) => task === id)
  const rungs = [...new Set(own.map(({ rung }) => rung))]
  const guards = criteria.filter(({ guard }) => guard === true)
  const body = markup`<p>${card.story}</p>
<p><strong>Right:</strong> ${branch}, ${family?.branches[branch] ?? ''}. <strong>Level</strong> ${level}, told as ${told}, split ${split}. <a href="${readFamily(id)}.html">The family</a></p>
<p>${levels} ${tellings}</p>
<h2>Traps</h2><ul>${card.distractors.map(({ record, resembles, differsIn }) => markup`<li>${showName(record)} resembles ${showName(resembles)} and differs in ${differsIn}</li>`)}</ul>
<h2>Guards</h2><p>What must not happen besides. A broken critical guard fails the task, a broken major one leaves it at half at most, a broken minor one costs its weight.</p><table><tbody>${guards.map(({ label, severity = 'major', harm = '' }) => markup`<tr><td>${label}</td><td>${severity}</td><td>${harm}</td></tr>`)}</tbody></table>
${greedySection(own)}<h2>Structure</h2><p>${structure} Due: ${card.due}.</p><table><tbody>${Object.entries(card.vector).map(([name, value]) => markup`<tr><th>${name}</th><td>${String(value)}</td></tr>`)}</tbody></table>
<h2>Validity</h2>${result === undefined ? markup`<p>Not validated yet.</p>` : markup`<table><tbody>${result.checks.map(({ check, outcome, detail }) => markup`<tr><th>${check}</th><td>${outcome}</td><td>${detail}</td></tr>`)}</tbody></table>`}
${
  rungs.length === 0
    ? ''
    : markup`<h2>Ladder</h2><table><tbody>${rungs.map(
        (rung) =>
          markup`<tr><th>${rung}</th><td>${own
            .filter((one) => one.rung === rung)
            .map(({ verdict }) => verdict)
            .join(', ')}</td></tr>`,
      )}</tbody></table>`
}
<p>Digest ${digest}</p>`
  return page(id, body, source)
}

/** Formats an id as code; leaves words as they are. */
function showName(record: string): string | Markup {
  return record.includes(' ') ? record : markup`<code>${record}</code>`
}

/** Returns the section about the mistakes of the ladder's greedy agent on an instance. */
function greedySection(results: readonly LadderResult[]): Markup | '' {
  const greedy = results.find(({ rung }) => rung === 'A2')
  if (greedy?.broken === undefined) return ''
  return markup`<h2>What the greedy agent does wrong</h2>${greedy.broken.length === 0 ? markup`<p>Nothing: here the first match and the newest document are right.</p>` : markup`<p>It takes the first match and the newest document, verifies nothing, and breaks:</p><ul>${greedy.broken.map((label) => markup`<li>${label}</li>`)}</ul>`}
`
}

/** Whether a result is about the current version of an instance. */
function isAbout(result: KeptResult, { id, digest }: CardInstance): boolean {
  return result.id === id && result.digest === digest
}

/** Returns the number of instances that no independent solver has solved. */
function countUnproven({ splits }: CardSource): number {
  return splits.reduce((sum, { instances, validity }) => {
    const proven = instances.filter((instance) => {
      const checks = validity.find((one) => isAbout(one, instance))?.checks ?? []
      return checks.some(({ check, outcome }) => check === 'independent-solver' && outcome === 'held')
    }).length
    return sum + instances.length - proven
  }, 0)
}

function points(difference: number): number {
  return Math.round(difference * 100)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function readFamily(id: string): string {
  return id.replace(/-\d+$/, '')
}
