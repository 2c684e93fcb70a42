import {
  countEvents,
  pageScript,
  pageStyle,
  plotAxes,
  plotScore,
  showComparison,
  showHarms,
  showSign,
  showTask,
  showVerdict,
  type TaskAddresses,
  toneOfVerdict,
} from '@carebench/server/dashboard/task'
import { filePage, type Markup, markup, reportScript } from '@carebench/server/site'
import { plural } from '@carebench/text'
import type { Report, ReportedAgent, ReportedRun } from '../model/report.js'

/** A run with its position on the page. */
interface PlacedRun {
  readonly agent: ReportedAgent
  readonly agentIndex: number
  readonly run: ReportedRun
  readonly id: string
  readonly number: number
}

/** Renders the report as an HTML file. The same report gives the same bytes. */
export function formatPage(report: Report): string {
  const runs = report.agents.flatMap((agent, agentIndex) =>
    agent.runs.map((run, index) => ({ agent, agentIndex, run, number: index + 1 })),
  )
  const placed: readonly PlacedRun[] = runs.map((run, index) => ({ ...run, id: `run-${index + 1}` }))
  const [only] = placed
  const single = placed.length === 1 && only !== undefined
  const title = writeTitle(report, placed)
  return filePage({
    title: `${report.intact ? '' : 'CHANGED · '}${title}`,
    style: pageStyle,
    script: reportScript + pageScript,
    body: markup`<a class="skip" href="#content">Skip to content</a>
<header class="page"><div class="top"><div><h1>${title}</h1><p class="facts">\
${single ? showFacts(only.run) : factsOfMany(report, placed)}</p></div>
<div class="buttons"><button id="unfold" type="button" aria-pressed="false">Unfold all</button>\
<button id="theme" type="button">Light or dark</button></div></div>
${placed.filter(({ run }) => !run.seal.ok).map(showBrokenSeal)}
${report.notes.map((note) => markup`<p class="note">${note}</p>`)}
${single ? markup`${showHero(only.run)}${report.agents.map(showCritical)}` : null}</header>
<div class="columns"><nav aria-label="Contents">${single ? listTasks(only) : listRuns(report, placed)}</nav>
<main id="content">${
      single
        ? only.run.tasks.map((task, index) => showTask(task, taskId(only, index)))
        : markup`${showComparison(report, addressesIn(placed))}${placed.map(showRun)}`
    }</main></div>`,
  })
}

function taskId({ id }: PlacedRun, index: number): string {
  return `${id}-task-${index + 1}`
}

function addressesIn(placed: readonly PlacedRun[]): TaskAddresses {
  const addresses = new Map<string, string>()
  for (const run of placed) {
    run.run.tasks.forEach(({ key }, index) => {
      const place = `${run.agentIndex} ${key}`
      if (!addresses.has(place)) addresses.set(place, `#${taskId(run, index)}`)
    })
  }
  return (agent, key) => addresses.get(`${agent} ${key}`)
}

function writeTitle({ agents }: Report, placed: readonly PlacedRun[]): string {
  const benchmarks = [...new Set(placed.flatMap(({ run }) => run.benchmark ?? []))].join(', ') || 'Recorded runs'
  const [agent] = agents
  const names = agents.map(({ name }) => name)
  if (agents.length === 1 && agent !== undefined)
    return agent.name === 'agent' ? benchmarks : `${benchmarks} · ${agent.name}`
  return agents.length <= 4 ? `${benchmarks} · ${names.join(', ')}` : `${benchmarks} · ${agents.length} agents`
}

function day(at: string | null): string | null {
  return at === null ? null : `${at.slice(0, 16).replace('T', ' ')} UTC`
}

function showFacts({ id, startedAt, seed, seal, digest, file }: ReportedRun): Markup {
  const facts = [id, day(startedAt), seed === null ? null : `seed ${seed}`, file].filter((fact) => fact !== null)
  return markup`${facts.join(' · ')} · ${
    seal.ok
      ? markup`<span class="sealed" title="${digest}">✓ seal intact</span>`
      : markup`<b class="broken">✕ seal broken</b>`
  }`
}

function factsOfMany({ agents, intact }: Report, placed: readonly PlacedRun[]): Markup {
  const count = `${placed.length} runs of ${plural(agents.length, 'agent')}`
  return markup`${count} · ${
    intact ? markup`<span class="sealed">✓ all seals intact</span>` : markup`<b class="broken">✕ a seal is broken</b>`
  }`
}

function showBrokenSeal({ run }: PlacedRun): Markup {
  const { changes } = run.seal
  return markup`<div class="alarm" role="alert"><p><b>This record was changed after it was sealed: do not rely on \
it.</b> <code>${run.file}</code></p>
<ul>${changes
    .slice(0, 20)
    .map(
      ({ path, message }) => markup`<li><code>${path === '' ? '/' : path}</code> ${message}</li>`,
    )}</ul>${changes.length > 20 ? markup`<p>and ${changes.length - 20} more places</p>` : null}</div>`
}

function showHero({ verdict, score, tasks, axes, ...counted }: ReportedRun): Markup {
  const passed = tasks.filter((task) => task.verdict === 'pass').length
  return markup`<div class="hero">${plotScore(score, toneOfVerdict(verdict))}<div class="say">${showVerdict(verdict)}\
<p><b>${passed}</b> of ${plural(tasks.length, 'task')} passed</p>${showHarms(counted)}</div>${plotAxes(axes)}</div>`
}

/** Shows the critical failures of a single run, without rates, because one run says too little about others. */
function showCritical({ summary }: ReportedAgent): Markup | null {
  const { critical_failures: done, critical_omissions: undone } = summary
  return done.attempts === null
    ? null
    : markup`<p class="facts">Critical failures: task runs ${countEvents(done.attempts)}. Critical work left undone or \
not right: ${countEvents(undone.attempts)}</p>`
}

function listTasks(placed: PlacedRun): Markup {
  return markup`<h2>Tasks</h2>${placed.run.tasks.map(
    ({ name, verdict }, index) =>
      markup`<a href="#${taskId(placed, index)}">${showSign(toneOfVerdict(verdict))}<span>${name}</span></a>`,
  )}`
}

function listRuns({ agents }: Report, placed: readonly PlacedRun[]): Markup {
  return markup`<h2>Summary</h2><a href="#agents"><span></span>\
<span>${agents.length === 1 ? 'Repeated runs' : 'Agents'}</span></a><a href="#tasks"><span></span><span>Tasks</span></a>
<h2>Runs</h2>${placed.map(
    ({ agent, run, id, number }) =>
      markup`<a href="#${id}">${showSign(toneOfVerdict(run.verdict))}\
<span>${agent.name} ${agent.runs.length > 1 ? number : ''}</span></a>`,
  )}`
}

function showRun(placed: PlacedRun): Markup {
  const { agent, run, id, number } = placed
  return markup`<details class="run" id="${id}"><summary>${showSign(toneOfVerdict(run.verdict))}<span class="what">\
<b>${agent.name}${
    agent.runs.length > 1 ? `, run ${number}` : ''
  }</b><span class="soft">${showFacts(run)}</span></span>${showVerdict(run.verdict)}</summary>
${showHero(run)}${run.tasks.map((task, index) => showTask(task, taskId(placed, index)))}</details>`
}
