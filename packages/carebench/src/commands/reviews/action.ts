import { listTasksToMend } from '../../comparing/mending.js'
import { describePeople, summarizePeople } from '../../comparing/people.js'
import { explainDamage, type RunFolder, readRunFolder } from '../../files/run-folder.js'
import { assertWritable, writeTextFile } from '../../files/written-file.js'
import { type Review, readReviews } from '../../runner/results/reviews.js'
import { listenForInterrupts } from '../../running/interrupts.js'
import { parseReader } from '../../running/people/reader.js'
import { ReviewDesk } from '../../running/people/review-desk.js'
import { ExitCodeError, UsageError } from '../../terminal/exit-reason.js'
import { jsonText } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'
import { formatReviews, formatReviewsCsv } from './format-reviews.js'

export interface ReviewsOptions {
  readonly reader?: string
  readonly csv?: string
  readonly json?: boolean
}

/** Shows the reviews in folders, or lets a reader add some. Throws a {@link UsageError}. */
export async function reviews(
  terminal: Terminal,
  paths: readonly string[],
  { reader, csv, json = false }: ReviewsOptions,
): Promise<void> {
  const folders = paths.map(readRunFolder)
  assertSameBenchmark(folders)
  if (reader !== undefined) return review(terminal, folders, reader)
  if (csv !== undefined) assertWritable(csv)
  const given = explainDamage(() => paths.flatMap(readReviews))
  const people = summarizePeople(folders, given)
  const { readers, agreement, baseline } = people
  const toMend = listTasksToMend(
    given,
    folders.flatMap(({ scored }) => scored),
  )
  if (csv !== undefined) writeTextFile(csv, formatReviewsCsv(given))
  const scripted = given.filter((one) => one.scripted).length
  const figures = { readers, scripted, agreement, baseline, card: describePeople(people) }
  if (json) terminal.out(jsonText({ version: 1, ...figures, to_mend: toMend, reviews: given }))
  else terminal.out(formatReviews({ people, reviews: given, toMend }))
}

function assertSameBenchmark([first, ...others]: readonly RunFolder[]): void {
  const other = others.find(({ lock }) => lock.benchmarkDigest !== first?.lock.benchmarkDigest)
  if (first === undefined || other === undefined) return
  throw new UsageError(
    `expected folders of one benchmark, got ${first.path} of ${first.benchmark} and ${other.path} of ` +
      `${other.benchmark}, whose contents differ`,
  )
}

/** Opens the pages on which a reader reviews the tasks of a folder. */
async function review(terminal: Terminal, [folder, ...others]: readonly RunFolder[], name: string): Promise<void> {
  const reader = parseReader(name)
  if (typeof reader === 'string') throw new UsageError(reader)
  if (folder === undefined || others.length > 0) throw new UsageError('--reader reviews the tasks of one folder')
  const given: readonly Review[] = explainDamage(() => readReviews(folder.path))
  const desk = new ReviewDesk(reader, folder, given)
  const interrupts = listenForInterrupts()
  try {
    terminal.err(`The reader opens this link on this machine: ${await desk.open()}\n`)
    if (await desk.finish(interrupts.first)) return
    throw new ExitCodeError(130, 'interrupted; the same command continues')
  } finally {
    interrupts.forget()
    await desk.close()
  }
}
