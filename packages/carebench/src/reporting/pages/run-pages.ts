import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EvidencePart } from '@carebench/verifier'
import { assertPlainFolder } from '../../files/plain-folder.js'
import { readBases } from '../../files/record-file.js'
import { writeTextFile } from '../../files/written-file.js'
import { type Assessment, findInvalidation } from '../../runner/results/assessments.js'
import type { KnownResults } from '../../runner/results/read-folder.js'
import { nameOfTrial, type TrialKey, trialPath } from '../../runner/results/trial-result.js'
import { UsageError } from '../../terminal/exit-reason.js'
import type { Progress } from '../../terminal/progress.js'
import type { UnnamedRun } from '../model/describe-run.js'
import type { AgentRun } from '../model/make-report.js'
import { basesIn } from '../results-folder.js'
import { type RunReport, type RunState, readRunState } from '../trials/run-report.js'
import { listTexts, makeSearchIndex, type TrialTexts } from '../trials/search-index.js'
import { collectFacts, noCalls, type TrialFacts } from '../trials/trial-facts.js'
import { type ReadingTools, readTrial, type TrialPlace, versionOfTrial } from '../trials/trial-reader.js'
import type { TrialStory } from '../trials/trial-story.js'
import { formatIndexPage } from './index-page.js'
import { removeOldPages } from './remove-old-pages.js'
import { runStyle } from './run-style.js'
import { formatSearchPage } from './search-page.js'
import { formatTrialPage, showTrial, type TrialContent } from './trial-page.js'

/** A trial that has been read, with the content of its page. */
interface MadeTrial {
  readonly version: string
  readonly facts: TrialFacts
  readonly content: TrialContent
  readonly texts: TrialTexts
  /** Its record; null unless `keepsRuns`. */
  readonly run: UnnamedRun | null
}

/** The sources of pages. */
export interface RunPagesInput {
  /** The results folder. */
  readonly folder: string
  /** Where the pages are written. */
  readonly target: string
  /** The parts of the evidence; members that belong to no part are reported as unknown. */
  readonly parts: readonly EvidencePart[]
  /** Files of bases that records name, in addition to those in the folder. */
  readonly bases: readonly string[]
  /** Whether to keep the records for a summary. */
  readonly keepsRuns: boolean
}

/** Approximate number of progress reports. */
const maxProgressSteps = 20

/**
 * The pages of a results folder: an overview, a page for each trial, a search page, and the style sheet. They link to
 * each other, load nothing from elsewhere and work from disk. The same folder gives the same bytes.
 */
export class RunPages {
  readonly #input: RunPagesInput
  /** The trials read so far, by path; unchanged ones are not read again. */
  readonly #made = new Map<string, MadeTrial>()

  readonly #known: KnownResults = new Map()
  /**
   * The last input of each trial's page, by the path of the trial; pages with the same input are not rendered again.
   */
  readonly #shown = new Map<string, string>()

  /** Paths of the trials that people have not invalidated, in the order of the plan. */
  #counted: readonly string[] = []
  /** Why the results of trials could not be read, by the path of the trial. */
  readonly #damaged = new Map<string, string>()

  /** Throws a UsageError if the folder has links, because pages could be written elsewhere through them. */
  constructor(input: RunPagesInput) {
    assertPlainFolder(input.folder)
    this.#input = input
  }

  /** The overview. */
  get index(): string {
    return join(this.#input.target, 'index.html')
  }

  /**
   * Writes the pages of the folder's current state, and returns their content. Only changed pages are written; pages of
   * trials that the run no longer has are removed.
   */
  update(progress: Progress): RunReport {
    const state = readRunState(this.#input.folder, this.#known)
    const placed = state.keys.map((key) => ({ key, path: trialPath(key) }))
    this.#read(placed, state, progress)
    const trials = placed.map(({ key, path }) => {
      const facts = this.#made.get(path)?.facts ?? notEnded(key, this.#damaged.get(path) ?? null)
      return withInvalidation(facts, state.assessments.get(nameOfTrial(key)) ?? [])
    })
    this.#counted = placed.flatMap(({ path }, index) => (trials[index]?.invalidated == null ? [path] : []))
    const report: RunReport = { ...state, trials }
    this.#write('report.css', runStyle)
    this.#writeTrials(placed, state.assessments)
    const made = placed.flatMap(({ path }) => this.#made.get(path) ?? [])
    this.#write('search.html', formatSearchPage(state.summary.benchmark, makeSearchIndex(made)))
    this.#write('index.html', formatIndexPage(report))
    return report
  }

  /** The records of scored trials that people have not invalidated, in the order of the plan. */
  get runs(): readonly AgentRun[] {
    return this.#counted.flatMap((path) => {
      const { facts, run = null } = this.#made.get(path) ?? {}
      return run === null || facts?.result?.verdict == null ? [] : [{ agent: facts.key.agent, run }]
    })
  }

  #read(placed: readonly PlacedTrial[], { summary, itemFamilies }: RunState, progress: Progress): void {
    const { benchmark } = summary
    const changed = placed.flatMap(({ key, path }) => {
      const version = versionOfTrial({ folder: this.#input.folder, path, key })
      if (version === undefined) {
        this.#made.delete(path)
        this.#damaged.delete(path)
      }
      return version === undefined || this.#made.get(path)?.version === version ? [] : [{ key, path, version }]
    })
    if (changed.length === 0) return
    const tools = { bases: readBases([...basesIn(this.#input.folder), ...this.#input.bases]), parts: this.#input.parts }
    for (const [index, { key, path, version }] of changed.entries()) {
      if (index % Math.ceil(changed.length / maxProgressSteps) === 0) {
        progress.step(`Reading ${path}`, { number: index + 1, total: changed.length })
      }
      const story = this.#readTrial({ folder: this.#input.folder, path, key }, tools)
      if (story === undefined) continue
      const facts = collectFacts(key, story, `${path}.html`)
      this.#made.set(path, {
        version,
        facts,
        content: showTrial(story, facts, { benchmark, itemFamilies }),
        texts: listTexts(story),
        run: this.#input.keepsRuns ? story.run : null,
      })
    }
  }

  /** Reads a trial; undefined without a readable result. A damaged file does not prevent showing the others. */
  #readTrial(place: TrialPlace, tools: ReadingTools): TrialStory | undefined {
    this.#damaged.delete(place.path)
    try {
      return readTrial(place, tools)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      this.#made.delete(place.path)
      this.#damaged.set(place.path, error.message)
      return undefined
    }
  }

  #writeTrials(placed: readonly PlacedTrial[], assessments: RunReport['assessments']): void {
    const shown = placed.filter(({ path }) => this.#made.has(path))
    const root = '../../..'
    const linkTo = (one: PlacedTrial | undefined) => (one === undefined ? null : `${root}/${one.path}.html`)
    for (const [index, { key, path }] of shown.entries()) {
      const made = this.#made.get(path)
      if (made === undefined) continue
      const others = shown
        .filter((one) => one.key.task === key.task && one.key.trial === key.trial && one.key.agent !== key.agent)
        .map((one) => ({ agent: one.key.agent, href: `${root}/${one.path}.html` }))
      const links = { root, previous: linkTo(shown[index - 1]), next: linkTo(shown[index + 1]), others }
      const said = assessments.get(nameOfTrial(key)) ?? []
      const state = JSON.stringify([made.version, links, said])
      if (this.#shown.get(path) === state && existsSync(join(this.#input.target, `${path}.html`))) continue
      this.#write(`${path}.html`, formatTrialPage(made.content, links, said))
      this.#shown.set(path, state)
    }
    removeOldPages(this.#input.target, new Set(shown.map(({ path }) => `${path}.html`)))
  }

  /** Writes a page only if it has changed, because a browser may be showing it. */
  #write(name: string, text: string): void {
    const file = join(this.#input.target, name)
    const size = statSync(file, { throwIfNoEntry: false })?.size
    if (size === Buffer.byteLength(text) && readFileSync(file, 'utf8') === text) return
    mkdirSync(dirname(file), { recursive: true })
    writeTextFile(file, text)
  }
}

interface PlacedTrial {
  readonly key: TrialKey
  readonly path: string
}

/** Removes the verdict of an invalidated trial, so that no figure counts it. */
function withInvalidation(facts: TrialFacts, assessments: readonly Assessment[]): TrialFacts {
  const invalid = findInvalidation(assessments)
  if (invalid === undefined || facts.result === null) return facts
  return { ...facts, result: { ...facts.result, verdict: null, score: null }, invalidated: invalid.reason }
}

/** Returns the facts of a planned trial without an ended attempt, or with a damaged result. */
function notEnded(key: TrialKey, unread: string | null): TrialFacts {
  return {
    key,
    result: null,
    href: null,
    isIntact: true,
    invalidated: null,
    unread,
    contradictions: [],
    brokenGuards: [],
    criteria: [],
    attack: null,
    exposed: null,
    tools: [],
    wasted: noCalls,
    toolErrors: 0,
    firstWrongWrite: null,
  }
}
