import { findPeople, speakToPatient } from '../patient/interview.js'
import { emptyMemory, listen } from '../persona/knowledge.js'
import { readSay } from '../persona/model-answer.js'
import type { SimulatorContext } from '../simulator.js'
import { chooseOption, type TurnInput } from './menu-input.js'
import type { CallHead, CallRow, CallTurn, PersonRef } from './model/call-row.js'
import { answerAsPersona } from './model/persona-talk.js'
import { found, type Scene } from './scene.js'

/** Lets the other party answer the agent's input. Nobody answers during a hold. */
export function answerTurn(
  scene: Scene,
  { head, turns }: CallRow,
  input: TurnInput,
  { ask, consult }: SimulatorContext,
): void {
  const { place } = head
  // Only menus react to keys.
  const heard = input.kind === 'text' ? input.text : ''
  if (place.at === 'menu') chooseOption(scene, place, input)
  else if (place.at === 'persona') {
    talkToPersona(scene, place.persona, heard, [...turns, ...scene.turns], consult)
  } else if (place.at === 'patient' && ask !== undefined) {
    const transcript = [...turns, ...scene.turns].map(({ speaker, text }) => ({ speaker, text }))
    const answer = speakToPatient(ask, { ...turnTo(place.person, head), text: heard, transcript })
    if (answer === undefined) return
    scene.say(place.person?.speaker ?? 'patient', answer.say)
    const next =
      answer.handsTo === undefined ? undefined : findPeople(ask).find((each) => each.person === answer.handsTo)
    if (next !== undefined) scene.handTo(next)
    else if (answer.ends) scene.end('callee')
  } else if (place.at === 'voice_mail' && heard !== '') {
    scene.recordMessage()
    const { persona, person } = place.callee
    if (persona !== undefined) {
      const { knowledge } = found(scene.plan.personas, persona)
      if (knowledge.wants.length === 0) return
      scene.remember(persona, listen(knowledge, scene.memoryOf(persona) ?? emptyMemory, heard).memory)
    } else if (ask !== undefined) speakToPatient(ask, { ...turnTo(person, head), text: heard, recorded: true })
  }
}

/**
 * Returns the members of a turn that name the person and the conversation; a call back continues the conversation in
 * which the message was left.
 */
function turnTo(person: PersonRef | undefined, { id, conversation }: CallHead) {
  const to = person?.person === undefined ? {} : { person: person.person }
  return { ...to, conversation: conversation ?? id, channel: 'voice' as const }
}

function talkToPersona(
  scene: Scene,
  name: string,
  heard: string,
  turns: readonly CallTurn[],
  consult: SimulatorContext['consult'],
): void {
  const persona = found(scene.plan.personas, name)
  const { speaker, instructions } = persona
  const { used } = scene.head
  const improvise = () => {
    if (instructions === undefined) return undefined
    const transcript = turns.map(({ speaker: who, text }) => ({ speaker: who, text }))
    return readSay(consult?.('speak-as-persona', { instructions, channel: 'voice', heard, transcript }))
  }
  const reply = answerAsPersona(persona, {
    text: heard,
    memory: scene.memoryOf(name),
    usesOf: (rule) => used[`${name}/${rule}`] ?? 0,
    improvise,
  })
  if (reply.rule !== undefined) scene.use(`${name}/${reply.rule}`)
  if (reply.memory !== undefined) scene.remember(name, reply.memory)
  scene.say(speaker, reply.say)
  if (reply.goTo !== undefined) scene.transfer(reply.goTo)
}
