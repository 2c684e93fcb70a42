import type { LanguageModelV3FinishReason, LanguageModelV3GenerateResult } from '@ai-sdk/provider'
import type { Ended } from '../ended.js'
import { readText } from './conversation.js'
import type { OwnAnswer } from './wire/dialect.js'

/** The reason why a response was cut before its model had finished it. */
type Cut = 'context_window' | 'tokens' | 'refusal' | 'content_filter' | 'bad_output' | 'provider'

/**
 * Patterns for the end reasons of all providers. All apply to every provider, because compatible servers pass on the
 * reasons of the models behind them.
 */
const cuts: readonly (readonly [RegExp, Cut])[] = [
  [/^(model_)?(max_)?context(_window|_length)?(_exceeded|_limit)?$|^model_length$/i, 'context_window'],
  [/^(length|incomplete|continuation|token_limit|max_?length|max_?(output|completion|new)?_?tokens)$/i, 'tokens'],
  [/^(model_)?refus(al|ed)$/i, 'refusal'],
  [
    new RegExp(
      'content.?filter|safety|recitation|blocklist|blocked|prohibited|spii|sensitive|guardrail|moderation' +
        '|jailbreak|model_armor',
      'i',
    ),
    'content_filter',
  ],
  [/^(malformed|unexpected|invalid|too_many)_/i, 'bad_output'],
  [
    /^((server|network|internal)_)?error$|^insufficient_system_resource$|^abort(ed)?$|^cancell?ed$|^timeout$/i,
    'provider',
  ],
]

/** The end reason of a response, in the terms of the provider interface and of the provider. */
export interface EndReason {
  readonly unified: LanguageModelV3FinishReason['unified']
  readonly raw: string | undefined
}

/** Reads why a response ended. A cut takes precedence over tool calls; some provider packages report only the calls. */
export function readEndReason(
  { finishReason, content, providerMetadata }: LanguageModelV3GenerateResult,
  own: OwnAnswer | undefined,
): EndReason {
  const raw = own?.reason ?? finishReason.raw
  const cut = own?.hasRefusal === true ? 'refusal' : findCut(raw)
  if (cut === 'refusal') return { unified: 'content-filter', raw: 'refusal' }
  if (cut === 'content_filter') return { unified: 'content-filter', raw }
  if (cut === 'tokens' || cut === 'context_window') return { unified: 'length', raw }
  if (cut !== undefined) return { unified: 'error', raw }
  const isBlocked = providerMetadata?.google?.promptFeedback != null && content.length === 0
  if (isBlocked) return { unified: 'content-filter', raw: raw ?? 'blocked' }
  // OpenAI reports a model's refusal as a part of a response that ends normally.
  const isRefusal = finishReason.unified === 'content-filter' && (raw === undefined || raw === 'stop')
  return { unified: finishReason.unified, raw: isRefusal ? 'refusal' : raw }
}

/** Whether the provider rather than the model ended a response. */
export function isProviderEnd({ unified, raw }: EndReason): boolean {
  return unified === 'error' && findCut(raw) === 'provider'
}

/** Returns how a trial ends after a response that was cut, refused or filtered; undefined if its calls should run. */
export function endOfCut(
  { unified, raw }: EndReason,
  content: LanguageModelV3GenerateResult['content'],
): Ended | undefined {
  const said = saying(content)
  if (unified === 'content-filter') {
    return { kind: 'agent', reason: findCut(raw) === 'refusal' ? 'refusal' : 'content_filter', ...said }
  }
  if (unified === 'error') {
    return { kind: 'agent', reason: 'bad_output', message: `The provider ended the answer: ${raw}` }
  }
  if (unified !== 'length') return undefined
  return findCut(raw) === 'context_window'
    ? { kind: 'limit', reason: 'context_window', message: 'The context window of the model is full.' }
    : { kind: 'limit', reason: 'tokens', message: 'The answer of the model was cut at its limit of output tokens.' }
}

/** Returns how a trial ends after a response without a tool call. */
export function endOfText(content: LanguageModelV3GenerateResult['content']): Ended {
  return { kind: 'completed', reason: 'no_tool_call', ...saying(content) }
}

function findCut(raw: string | undefined): Cut | undefined {
  return raw === undefined ? undefined : cuts.find(([pattern]) => pattern.test(raw))?.[1]
}

function saying(content: LanguageModelV3GenerateResult['content']): { readonly message?: string } {
  const message = readText(content, 'text').slice(0, 500)
  return message === '' ? {} : { message }
}
