import { type Markup, markup } from '../../../site/markup.js'
import type { Utterance } from '../facts/phone-calls.js'
import { cut, Room } from './shown-value.js'

/** Lists what was said on the phone as a conversation, with the agent on the right. */
export function listUtterances(said: readonly Utterance[], room = new Room()): Markup {
  return markup`<ol class="said">${said.map(
    ({ speaker, text, at }) =>
      markup`<li class="${speaker === 'agent' ? 'own' : 'other'}"><span class="soft">${speaker}${
        at === null ? null : ` · ${at.slice(11, 19)}`
      }</span><p>${cut(text, room)}</p></li>`,
  )}</ol>`
}
