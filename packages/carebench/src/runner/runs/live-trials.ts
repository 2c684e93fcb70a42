import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@carebench/protocol'
import type { Redact } from '../results/redact.js'
import { readRegularFile } from '../results/regular-file.js'
import type { ResultsFolder } from '../results/results-folder.js'
import type { TrialKey } from '../results/trial-result.js'
import type { RunEvent } from './run-options.js'

/** What a trial at work has done so far. */
export interface LiveTrial extends TrialKey {
  /** Milliseconds since 1970. */
  readonly since: number
  /** Calls of the simulated systems. */
  readonly calls: number
  /** Tokens that the provider has reported, and about as many as have arrived since. */
  readonly tokens: number
  /** The last call or message, in one line; empty if there is none. */
  readonly last: string
}

/** Characters of a last call or message. */
const maxLastLength = 200
/** Bytes of a file of live trials that is read: an agent without isolation can write it. */
const maxFileBytes = 1024 * 1024

/** Keeps what the trials at work have done so far. */
export class LiveTrials {
  readonly #trials = new Map<string, LiveTrial & { readonly parts: number }>()
  readonly #now: () => number
  #isChanged = false

  readonly #redact: Redact

  /** @param redact - applied before a text is cut, which may be within a secret */
  constructor(now: () => number, redact: Redact = (text) => text) {
    this.#now = now
    this.#redact = redact
  }

  take(event: RunEvent): void {
    if (event.kind === 'trial_ended') this.#trials.delete(writeKey(event.result.key))
    else if (event.kind === 'trial_started') {
      const trial = { ...event.key, since: this.#now(), calls: 0, tokens: 0, parts: 0, last: '' }
      this.#trials.set(writeKey(event.key), trial)
    } else if (event.kind === 'trial_event' || event.kind === 'trial_call') this.#update(event)
    else return
    this.#isChanged = true
  }

  #update(event: Extract<RunEvent, { readonly kind: 'trial_event' | 'trial_call' }>): void {
    const path = writeKey(event.key)
    const trial = this.#trials.get(path)
    if (trial === undefined) return
    if (event.kind === 'trial_call') {
      const { method, path: called, tool, status } = event.call
      // What MCP says beside calls of tools asks nothing of a system.
      if (called === 'mcp' && tool === undefined) return
      const last = tool ?? `${method} ${called} ${status}`
      this.#trials.set(path, { ...trial, calls: trial.calls + 1, last: oneLine(this.#redact(last)) })
    } else if (event.event.kind === 'answering') {
      this.#trials.set(path, { ...trial, tokens: trial.tokens + 1, parts: trial.parts + 1 })
    } else if (event.event.kind === 'model') {
      const { usage, text = '' } = event.event
      // What the provider counts replaces what has arrived.
      const counted = usage === null ? trial.parts : (usage.input ?? 0) + (usage.output ?? 0)
      const last = text.trim() === '' ? trial.last : oneLine(this.#redact(text))
      this.#trials.set(path, { ...trial, tokens: trial.tokens - trial.parts + counted, parts: 0, last })
    }
  }

  /** Returns the trials at work, the one that began first at the beginning. */
  list(): readonly LiveTrial[] {
    return [...this.#trials.values()].map(({ parts: _, ...trial }) => trial)
  }

  /** Writes the trials at work for other processes, if something has changed. A full disk ends no trial. */
  keepIn(folder: ResultsFolder): void {
    if (!this.#isChanged) return
    this.#isChanged = false
    try {
      folder.writeJson(fileName, { version: 1, trials: this.list() })
    } catch {
      this.#isChanged = true
    }
  }
}

/** Removes what {@link LiveTrials.keepIn} has written. */
export function forgetLive(folder: string): void {
  rmSync(join(folder, fileName), { force: true })
}

/** Reads the trials at work of a run; none if it has ended, or has its trials run elsewhere. */
export function readLive(folder: string): readonly LiveTrial[] {
  let value: unknown
  try {
    value = JSON.parse(readRegularFile(join(folder, fileName), maxFileBytes))
  } catch {
    return []
  }
  const trials = isJsonObject(value) && Array.isArray(value.trials) ? value.trials.filter(isJsonObject) : []
  return trials.map(({ agent, task, trial, since, calls, tokens, last }) => ({
    agent: String(agent),
    task: String(task),
    trial: Number(trial),
    since: Number(since),
    calls: Number(calls),
    tokens: Number(tokens),
    last: oneLine(String(last)),
  }))
}

const fileName = 'live.json'

function writeKey({ agent, task, trial }: TrialKey): string {
  return JSON.stringify([agent, task, trial])
}

function oneLine(text: string): string {
  return text
    .slice(0, 4 * maxLastLength)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxLastLength)
}
