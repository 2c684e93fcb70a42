import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { markup } from '@carebench/server/site'
import type { AgentEnd, Release, Trial } from '../../runner/agent.js'
import { type Announced, aborted, announced } from '../../runner/announced.js'
import { type Ended, TrialStopError } from '../../runner/ended.js'
import { readResultFile } from '../../runner/results/read-folder.js'
import { isScored, noCounts } from '../../runner/results/trial-result.js'
import type { Reader } from './reader.js'
import { actionForm, allDone, goTo, readerPage, type SiteAnswer, toStart } from './reader-page.js'
import {
  notice,
  openReaderSite,
  type ReaderSite,
  type SiteContent,
  type SiteRequest,
  workstationsPath,
} from './reader-site.js'
import { maxRemarks, showReview } from './review-form.js'
import { type ReviewedTask, readReviewedTask } from './reviewed-task.js'
import { storeReview } from './store-review.js'
import { reportPath, WorkingTime } from './working-time.js'
import { openDoor, passThrough } from './workstation-door.js'

/** A trial that the reader works on. */
interface Work {
  readonly trial: Trial
  readonly time: WorkingTime
  readonly ended: Announced<Ended>
  /** The pages that are being loaded. */
  readonly open: Set<Promise<unknown>>
  pages: number
  errors: number
}

/** Milliseconds that the site stays open at the end, so that a waiting browser can show that all tasks are done. */
const farewellMs = 5000

/**
 * Gives the tasks of a run to a reader in a browser, one after another, on pages for consent, the next task, the work
 * and its review. The pages do not reveal criteria or other readers before the work has ended.
 */
export class ReaderDesk implements SiteContent {
  readonly #reader: Reader
  readonly #stop: AbortSignal
  #folder = ''
  #site: ReaderSite | undefined
  #consentedAt: string | undefined
  /** Resolved when the reader starts the next trial. */
  #offer: Announced<void> | undefined
  /** Resolved when the trial that the reader started is ready, or has failed. */
  #started: Announced<void> | undefined
  #work: Work | undefined
  #review: ReviewedTask | undefined
  #isScoring = false
  #isOver = false
  #done = 0
  readonly #reviewed: Announced<void>[] = []
  readonly #farewell = announced<void>()

  /** @param stop - aborted when no further trial starts */
  constructor(reader: Reader, stop: AbortSignal) {
    this.#reader = reader
    this.#stop = stop
  }

  /** Opens the pages. Returns the link for the reader. */
  async open(folder: string): Promise<string> {
    this.#folder = folder
    this.#site = await openReaderSite(this)
    return this.#site.url
  }

  /** Waits for the review of the last trial, or until the browser has shown that all tasks are done. */
  async finish(): Promise<void> {
    this.#isOver = true
    if (this.#review !== undefined) {
      const reviewed = announced<void>()
      this.#reviewed.push(reviewed)
      await Promise.race([reviewed.promise, aborted(this.#stop)])
    } else if (this.#consentedAt !== undefined && !this.#stop.aborted) {
      const timer = setTimeout(() => this.#farewell.announce(), farewellMs)
      await Promise.race([this.#farewell.promise, aborted(this.#stop)])
      clearTimeout(timer)
    }
  }

  /** Closes the pages. */
  async close(): Promise<void> {
    await this.#site?.close()
  }

  /** Resolves when the reader starts the next trial; rejects with a TrialStopError if no further trial may start. */
  async reserve(signal: AbortSignal): Promise<Release> {
    const offer = announced<void>()
    this.#offer = offer
    this.#isScoring = false
    await Promise.race([offer.promise, aborted(signal), aborted(this.#stop)])
    this.#offer = undefined
    if (signal.aborted || this.#stop.aborted) {
      throw signal.reason instanceof TrialStopError
        ? signal.reason
        : new TrialStopError({ kind: 'interrupted', reason: 'signal' })
    }
    return () => this.#settle()
  }

  /** Lets the reader work on a trial. */
  async work(trial: Trial): Promise<AgentEnd> {
    const work: Work = {
      ...{ trial, time: new WorkingTime(performance.now()), ended: announced<Ended>(), open: new Set() },
      ...{ pages: 0, errors: 0 },
    }
    const { reader, isScripted } = this.#reader
    const about = { reader, scripted: isScripted, consented_at: this.#consentedAt }
    writeFileSync(join(trial.folder, 'reader.json'), `${JSON.stringify(about)}\n`)
    this.#work = work
    this.#started?.announce()
    const submitted = aborted(trial.submitted).then((): Ended => ({ kind: 'completed', reason: 'done' }))
    const stopped = aborted(trial.signal).then((): Ended => readEnd(trial.signal))
    const ended = await Promise.race([work.ended.promise, submitted, stopped])
    this.#isScoring = true
    // Waits for the page that confirms the submission, because it comes through the trial, which is closed next.
    await Promise.race([Promise.allSettled(work.open), aborted(trial.signal)])
    const { activeMs } = work.time
    if (activeMs !== undefined) trial.note({ kind: 'active', ms: activeMs })
    const counts = { ...noCounts, steps: work.pages, toolCalls: work.pages, toolErrors: work.errors }
    return { ended, usage: null, cost: null, counts }
  }

  answer(request: SiteRequest, csrf: string): SiteAnswer | Promise<SiteAnswer> {
    const { method, path } = request
    if (path.startsWith(workstationsPath)) return this.#pass(request, csrf)
    switch (`${method} ${path}`) {
      case 'GET /':
        return this.#show(csrf)
      case 'POST /consent':
        this.#consentedAt ??= new Date().toISOString()
        return toStart
      case 'POST /begin':
        return this.#begin()
      case 'GET /work':
        return this.#enter()
      case 'GET /give-up':
      case 'GET /dispute':
        return this.#askEnd(path, csrf)
      case 'POST /give-up':
      case 'POST /dispute':
        return this.#end(path, request.form, csrf)
      case `POST ${reportPath}`:
        this.#work?.time.report(Number(request.form.get('ms')), performance.now())
        return { status: 204 }
      case 'POST /review':
        return this.#takeReview(request.form, csrf)
      case 'POST /skip-review':
        return this.#endReview()
      default:
        return notice(404, 'No such page', 'There is no page at this address.')
    }
  }

  #show(csrf: string): SiteAnswer {
    const { reader } = this.#reader
    if (this.#consentedAt === undefined) return showConsent(reader, csrf)
    if (this.#isScoring)
      return readerPage('Your work is being stored', markup`<p>One moment.</p>`, { next: '/', seconds: 1 })
    if (this.#work !== undefined) {
      return readerPage(
        'A task is open',
        markup`<p class="actions"><a class="button" href="/work">Go to the workstation</a>
<a class="button plain" href="/give-up">I give up</a>
<a class="button plain" href="/dispute">This cannot be right</a></p>`,
      )
    }
    if (this.#review !== undefined) return showReview(this.#review, csrf)
    if (this.#offer !== undefined) return showNext(this.#done, csrf)
    if (!this.#isOver)
      return readerPage('One moment', markup`<p>The next task is being prepared.</p>`, { next: '/', seconds: 1 })
    this.#farewell.announce()
    return allDone
  }

  async #begin(): Promise<SiteAnswer> {
    if (this.#offer === undefined || this.#review !== undefined || this.#consentedAt === undefined) return toStart
    const started = announced<void>()
    this.#started = started
    this.#offer.announce()
    await started.promise
    return this.#enter()
  }

  async #enter(): Promise<SiteAnswer> {
    return this.#work === undefined || this.#isScoring ? toStart : goTo(await openDoor(this.#work.trial))
  }

  async #pass(request: SiteRequest, csrf: string): Promise<SiteAnswer> {
    const work = this.#work
    if (work === undefined || this.#isScoring) return toStart
    work.pages++
    const page = passThrough(work.trial, request, csrf)
    work.open.add(page)
    try {
      const answer = await page
      if (answer.status >= 400) work.errors++
      return work.trial.submitted.aborted ? toStart : answer
    } finally {
      work.open.delete(page)
    }
  }

  #askEnd(path: string, csrf: string, problem?: string): SiteAnswer {
    if (this.#work === undefined || this.#isScoring) return toStart
    const isDispute = path === '/dispute'
    const text = isDispute
      ? 'Say what cannot be right: an instruction, a thing that is missing, a page that does not work.'
      : 'What you have done until now is stored and scored. You can say why.'
    const fields = markup`<label class="name" for="reason">
${isDispute ? 'What cannot be right' : 'Reason (optional)'}</label>
<textarea id="reason" name="reason" maxlength="${maxRemarks}"${isDispute && markup` required`}></textarea>`
    return readerPage(
      isDispute ? 'This cannot be right' : 'Give up',
      markup`<p>${text} The task ends, and cannot be opened again.</p>
${problem !== undefined && markup`<p class="wrong" role="alert">${problem}</p>`}
${actionForm(path, csrf, 'End the task', fields)}<p><a href="/work">Back to the task</a></p>`,
    )
  }

  #end(path: string, form: URLSearchParams, csrf: string): SiteAnswer {
    if (this.#work === undefined || this.#isScoring) return toStart
    const message = (form.get('reason') ?? '').trim()
    if (message.length > maxRemarks) return this.#askEnd(path, csrf, `At most ${maxRemarks} characters.`)
    const isDispute = path === '/dispute'
    if (isDispute && message === '') return this.#askEnd(path, csrf, 'Say what cannot be right.')
    this.#isScoring = true
    this.#work.ended.announce({
      ...{ kind: 'completed', reason: isDispute ? 'disputed' : 'gave_up' },
      ...(message !== '' && { message }),
    })
    return toStart
  }

  /** After a trial: asks for its review if it is scored. */
  #settle(): void {
    const work = this.#work
    this.#work = undefined
    this.#started?.announce()
    const path = work && dirname(work.trial.folder)
    const result = path && readResultFile(join(path, 'result.json'))
    if (result && isScored(result)) {
      this.#done++
      this.#review = readReviewedTask(this.#folder, { ...result.key, attempt: result.attempt }, true)
    }
    this.#isScoring = false
  }

  #takeReview(form: URLSearchParams, csrf: string): SiteAnswer {
    const reviewed = this.#review
    if (reviewed === undefined) return toStart
    const problem = storeReview(this.#folder, this.#reader, reviewed, form)
    if (problem !== undefined) return showReview(reviewed, csrf, form, problem)
    return this.#endReview()
  }

  #endReview(): SiteAnswer {
    this.#review = undefined
    for (const reviewed of this.#reviewed) reviewed.announce()
    return this.#isOver ? allDone : toStart
  }
}

function readEnd({ reason }: AbortSignal): Ended {
  return reason instanceof TrialStopError ? reason.ended : { kind: 'interrupted', reason: 'cancelled' }
}

function showConsent(reader: string, csrf: string): SiteAnswer {
  return readerPage(
    'Before you begin',
    markup`<p>You are going to do administrative tasks of a clinic in a simulated workstation.
All patients are invented.</p>
<ul><li>You appear in all results as <b>${reader}</b>, and under no other name.</li>
<li>What you read, enter and send in the workstation is recorded, with times, and scored by rules.</li>
<li>Your working time is measured: how long a page has the focus and you use it.
Nothing outside these pages is recorded.</li>
<li>Each task has a time limit. You can give up, or say that a task cannot be right: both are answers.</li>
<li>After each task you are asked what you think of it.</li>
<li>Results, recordings and reviews stay with the person who gave you this link, who decides on their publication.
You can stop at any time by closing this page.</li></ul>
${actionForm('/consent', csrf, 'I agree')}`,
  )
}

function showNext(done: number, csrf: string): SiteAnswer {
  return readerPage(
    'The next task',
    markup`<p>${done === 0 ? 'The first task is ready.' : `You have done ${done} of the tasks.`}
Its time begins when you begin it.</p>
<p>Work without help from other people or programs. When the work is done, press <b>Submit</b> in the workstation.</p>
${actionForm('/begin', csrf, 'Begin')}`,
  )
}
