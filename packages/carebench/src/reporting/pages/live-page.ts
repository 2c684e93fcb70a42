import { filePage, type Markup, markup } from '@carebench/server/site'
import type { LiveTrial } from '../../runner/runs/live-trials.js'

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:24px;color-scheme:light dark}
table{border-collapse:collapse}th,td{text-align:left;padding:4px 12px;border-bottom:1px solid #8886;vertical-align:top}
td{overflow-wrap:anywhere;font-variant-numeric:tabular-nums}`

/** Renders the page of running trials, which reloads itself every two seconds; `trials` is null after the run. */
export function formatLivePage(trials: readonly LiveTrial[] | null, now: number): string {
  const body =
    trials === null
      ? markup`<p>The run has ended.</p>`
      : trials.length === 0
        ? markup`<p>No trial is at work.</p>`
        : showTrials(trials, now)
  return filePage({
    title: 'Trials at work · carebench',
    style,
    script: trials === null ? '' : 'setTimeout(() => location.reload(), 2000)',
    body: markup`<h1>Trials at work</h1><p><a href="index.html">All trials of the run</a></p>
${body}`,
  })
}

function showTrials(trials: readonly LiveTrial[], now: number): Markup {
  return markup`<table><thead><tr><th>Agent</th><th>Task</th><th>Trial</th><th>Seconds</th><th>Calls</th><th>Tokens</th>
<th>Items right</th><th>Last call or message</th></tr></thead><tbody>${trials.map(
    ({ agent, task, trial, since, calls, tokens, items, last }) =>
      markup`<tr><td>${agent}</td><td>${task}</td><td>${trial}</td><td>${Math.round((now - since) / 1000)}</td>
<td>${calls}</td><td>${tokens}</td>
<td>${items === undefined ? '–' : `${items.right} of ${items.due}, ${items.now}`}</td><td>${last}</td></tr>`,
  )}</tbody></table>`
}
