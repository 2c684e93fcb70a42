import { speakToPatient } from '../patient/interview.js'
import { sayOf } from '../persona/model-answer.js'
import type { SimulatorContext } from '../simulator.js'
import type { CallRow, CallTurn } from './call-row.js'
import { chooseOption, type TurnInput } from './menu-input.js'
import { answerAsPersona } from './persona-talk.js'
import { found, type Scene } from './scene.js'

/** Lets the other party answer the agent's input. Nobody answers during a hold. */
export function answerTurn(
  scene: Scene,
  { head, turns }: CallRow,
  input: TurnInput,
  { ask, consult }: SimulatorContext,
): void {
  const { place } = head
  // To anyone but a menu, keys are just tones.
  const heard = input.kind === 'text' ? input.text : ''
  if (place.at === 'menu') chooseOption(scene, place, input)
  else if (place.at === 'persona') {
    talkToPersona(scene, place.persona, heard, [...turns, ...scene.turns], consult)
  } else if (place.at === 'patient' && ask !== undefined) {
    const transcript = [...turns, ...scene.turns].map(({ speaker, text }) => ({ speaker, text }))
    const answer = speakToPatient(ask, { conversation: head.id, channel: 'voice', text: heard, transcript })
    if (answer === undefined) return
    scene.say('patient', answer.say)
    if (answer.ends) scene.end('callee')
  }
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
  const { used, memories } = scene.head
  const improvise = () => {
    if (instructions === undefined) return undefined
    const transcript = turns.map(({ speaker: who, text }) => ({ speaker: who, text }))
    return sayOf(consult?.('speak-as-persona', { instructions, channel: 'voice', heard, transcript }))
  }
  const reply = answerAsPersona(persona, {
    text: heard,
    memory: memories?.[name],
    usesOf: (rule) => used[`${name}/${rule}`] ?? 0,
    improvise,
  })
  if (reply.rule !== undefined) scene.use(`${name}/${reply.rule}`)
  if (reply.memory !== undefined) scene.remember(name, reply.memory)
  scene.say(speaker, reply.say)
  if (reply.goTo !== undefined) scene.transfer(reply.goTo)
}
