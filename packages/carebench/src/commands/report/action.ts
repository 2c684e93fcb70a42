import { defaultParts } from '@carebench/systems/verifier'
import { plural } from '@carebench/text'
import { checkFolders } from '../../comparing/check-folders.js'
import { demandGates, type GateOptions } from '../../comparing/gates.js'
import { readBases } from '../../files/record-file.js'
import { explainDamage } from '../../files/run-folder.js'
import { writeTextFile } from '../../files/written-file.js'
import { readStudy } from '../../reporting/committee/study.js'
import { formatRunSummary } from '../../reporting/format-run-summary.js'
import { type AgentRun, makeReport } from '../../reporting/model/make-report.js'
import type { Report } from '../../reporting/model/report.js'
import type { WrittenPages } from '../../reporting/pages/write-run-pages.js'
import { listBases, readRuns, resultsFoldersIn } from '../../reporting/read-runs.js'
import { explainRecordsIn, isResultsFolder } from '../../reporting/results-folder.js'
import { warnOfAudit } from '../../reporting/summary-notes.js'
import { type WantedReports, writeReports } from '../../reporting/written-reports.js'
import { readPlan } from '../../runner/results/read-folder.js'
import { UnmetGoalError, UsageError } from '../../terminal/exit-reason.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface ReportOptions extends WantedReports, GateOptions {
  readonly summary?: string
  readonly base?: readonly string[]
  readonly digest?: string
  readonly pages?: string
  readonly watch?: boolean
  /** The study file; true for the option without a file. */
  readonly committee?: string | true
}

/**
 * Writes the requested reports on records. Throws an {@link UnmetGoalError} if a seal is broken or a result contradicts
 * its record, and for missed gates.
 */
export async function report(terminal: Terminal, sources: readonly string[], options: ReportOptions): Promise<void> {
  const folder = folderOfPages(sources, options)
  // For a watched run, the gates apply to its last report.
  const pages = folder === undefined ? undefined : await writePages(terminal, folder, options)
  const { runs } = pages ?? {}
  const folders = resultsFoldersIn(sources)
  const unread = [...new Set([...(pages?.unread ?? []), ...folders.flatMap(explainRecordsIn)])]
  const gates = checkFolders(sources.length, folders, options)
  if (runs?.length === 0 && !hasOutput(options)) {
    demandRead(unread)
    demandGates(gates.missed.flat())
    return
  }
  const made = await makeReportOn(terminal, sources, options, runs)
  const warned = { ...made, notes: [...made.notes, ...warnOfAudits(folders)] }
  writeReports(terminal, warned, options, gates.folders)
  if (options.summary !== undefined) {
    const summaries = gates.folders.map((folder, index) => {
      const missed = gates.missed[index] ?? []
      return formatRunSummary({ folder, comparison: gates.comparisons[index], missed })
    })
    writeTextFile(options.summary, summaries.join(''))
  }
  if (!made.intact) throw new UnmetGoalError()
  if (pages !== undefined && pages.contradicted > 0) {
    throw new UnmetGoalError(
      `${plural(pages.contradicted, 'result')} in the folder contradict the records: see ${pages.index}`,
    )
  }
  demandRead(unread)
  demandGates(gates.missed.flat())
}

function makeReportOn(
  terminal: Terminal,
  sources: readonly string[],
  { json, base, digest }: ReportOptions,
  known: readonly AgentRun[] = [],
): Promise<Report> {
  return showProgress(terminal, { quiet: json === true }, (progress) => {
    if (known.length > 0) return makeReportOrExplain(known)
    const bases = readBases([...(base ?? []), ...listBases(sources)])
    const runs = readRuns(sources, { digest, bases }, defaultParts, progress)
    progress.step('Comparing the runs')
    return makeReportOrExplain(runs)
  })
}

/** Returns a warning for each benchmark of some results folders whose audit has errors. */
function warnOfAudits(folders: readonly string[]): readonly string[] {
  const plans = folders.map((folder) => explainDamage(() => readPlan(folder)))
  return [...new Set(plans.filter(({ auditOk }) => !auditOk).map(({ benchmark }) => warnOfAudit(benchmark)))]
}

/** Throws a {@link UsageError} if something could not be read, because the written report lacks it. */
function demandRead(unread: readonly string[]): void {
  if (unread.length > 0) throw new UsageError(unread.join('\n'))
}

/** Writes the pages of a results folder, and returns their content. */
async function writePages(
  terminal: Terminal,
  folder: string,
  { pages, watch, json, base, committee }: ReportOptions,
): Promise<WrittenPages> {
  const study = typeof committee === 'string' ? readStudy(committee) : committee && {}
  const { writeRunPages } = await import('../../reporting/pages/write-run-pages.js')
  const written = await writeRunPages(terminal, folder, {
    ...(pages !== undefined && { pages }),
    ...(watch !== undefined && { watch }),
    ...(base !== undefined && { bases: base }),
    quiet: json === true,
    keepsRuns: true,
    ...(study !== undefined && { study }),
  })
  if (written.committee !== undefined) terminal.err(`For the committee: ${written.committee}\n`)
  terminal.err(`Pages: ${written.index}\n`)
  return written
}

function makeReportOrExplain(runs: readonly AgentRun[]) {
  try {
    return makeReport(runs)
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

/**
 * Returns the results folder whose pages are written: the only source, unless another output or a gate is requested.
 * Throws a UsageError if pages are requested and there is no such folder.
 */
function folderOfPages(sources: readonly string[], options: ReportOptions): string | undefined {
  const { pages, watch, committee, digest, failUnder, minCoverage, failOnRegression } = options
  const [folder, ...more] = sources
  const isWanted = pages !== undefined || watch === true || committee !== undefined
  if (folder !== undefined && more.length === 0 && isResultsFolder(folder)) {
    const others = [digest, failUnder, minCoverage, failOnRegression]
    return isWanted || (!hasOutput(options) && others.every((option) => option === undefined)) ? folder : undefined
  }
  if (isWanted)
    throw new UsageError('--pages, --watch and --committee take the results folder of one run, and nothing else')
  return undefined
}

/** Whether a report on records is requested. */
function hasOutput({ html, junit, json, summary }: ReportOptions): boolean {
  return [html, junit, json, summary].some((option) => option !== undefined)
}
