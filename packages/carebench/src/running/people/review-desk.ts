import { isJsonObject } from '@carebench/protocol'
import type { RunFolder } from '../../files/run-folder.js'
import { type Announced, aborted, announced } from '../../runner/announced.js'
import type { Review } from '../../runner/results/reviews.js'
import type { TrialResult } from '../../runner/results/trial-result.js'
import type { Reader } from './reader.js'
import { allDone, type SiteAnswer, toStart } from './reader-page.js'
import { notice, openReaderSite, type ReaderSite, type SiteContent, type SiteRequest } from './reader-site.js'
import { showReview } from './review-form.js'
import { type ReviewedTask, readReviewedTask } from './reviewed-task.js'
import { storeReview } from './store-review.js'

/** Lets a reader review the tasks of a folder in a browser, whether or not the reader has done them. */
export class ReviewDesk implements SiteContent {
  readonly #reader: Reader
  readonly #folder: RunFolder
  /** The trials whose tasks have not been reviewed or skipped yet. */
  readonly #left: TrialResult[]
  #shown: ReviewedTask | undefined
  #site: ReaderSite | undefined
  readonly #over: Announced<void> = announced()

  constructor(reader: Reader, folder: RunFolder, reviews: readonly Review[]) {
    this.#reader = reader
    this.#folder = folder
    const reviewed = reviews.filter((review) => review.reader === reader.reader).map(({ task }) => task)
    this.#left = folder.tasks
      .filter((task) => !reviewed.includes(task))
      .flatMap((task) => {
        const trials = folder.scored.filter(({ key }) => key.task === task)
        return trials.find((trial) => this.#isOwn(trial)) ?? trials[0] ?? []
      })
  }

  /** Opens the pages. Returns the link for the reader. */
  async open(): Promise<string> {
    this.#site = await openReaderSite(this)
    return this.#site.url
  }

  /** Waits until all tasks are reviewed or skipped; resolves with false if the signal is aborted first. */
  async finish(stop: AbortSignal): Promise<boolean> {
    if (this.#left.length === 0) this.#over.announce()
    await Promise.race([this.#over.promise, aborted(stop)])
    return this.#left.length === 0
  }

  /** Closes the pages. */
  async close(): Promise<void> {
    await this.#site?.close()
  }

  answer({ method, path, form }: SiteRequest, csrf: string): SiteAnswer {
    const [trial] = this.#left
    switch (`${method} ${path}`) {
      case 'GET /':
        if (trial === undefined) return allDone
        this.#shown = this.#read(trial)
        return showReview(this.#shown, csrf)
      case 'POST /review': {
        // The form belongs to no open review, for example because it was sent twice.
        if (this.#shown === undefined) return toStart
        const problem = storeReview(this.#folder.path, this.#reader, this.#shown, form)
        return problem === undefined ? this.#goOn() : showReview(this.#shown, csrf, form, problem)
      }
      case 'POST /skip-review':
        return this.#goOn()
      default:
        return notice(404, 'No such page', 'There is no page at this address.')
    }
  }

  #goOn(): SiteAnswer {
    this.#shown = undefined
    this.#left.shift()
    if (this.#left.length > 0) return toStart
    this.#over.announce()
    return allDone
  }

  #read({ key, attempt }: TrialResult): ReviewedTask {
    const { agent, task, trial } = key
    return readReviewedTask(this.#folder.path, { agent, task, trial, attempt }, this.#isOwn({ key }))
  }

  #isOwn({ key }: Pick<TrialResult, 'key'>): boolean {
    const { identity = null } = this.#folder.lock.agents[key.agent] ?? {}
    return isJsonObject(identity) && identity.reader === this.#reader.reader
  }
}
