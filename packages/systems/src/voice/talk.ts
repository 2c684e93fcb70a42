import { sayOf } from '../patient/conversation.js'
import { speakToPatient } from '../patient/interview.js'
import type { SimulatorContext } from '../simulator.js'
import type { CallRow, CallTurn } from './call-row.js'
import type { Persona } from './exchange-plan.js'
import { chooseOption, type TurnInput } from './menu-input.js'
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
  const { speaker, rules, otherwise, instructions } = persona
  const { used } = scene.head
  const index = rules.findIndex((rule, at) => {
    const isLeft = (used[`${name}/${at}`] ?? 0) < rule.times
    return isLeft && rule.after.every((predecessor) => wasUsed(persona, name, predecessor, used)) && rule.listens(heard)
  })
  const rule = rules[index]
  if (rule === undefined) {
    const transcript = turns.map(({ speaker: who, text }) => ({ speaker: who, text }))
    const question = { instructions: instructions ?? '', channel: 'voice', heard, transcript }
    const invented = instructions === undefined ? undefined : consult?.('speak-as-persona', question)
    scene.say(speaker, sayOf(invented) ?? otherwise)
    return
  }
  scene.use(`${name}/${index}`)
  scene.say(speaker, rule.say)
  if (rule.goTo !== undefined) scene.transfer(rule.goTo)
}

function wasUsed({ rules }: Persona, name: string, rule: string, used: Readonly<Record<string, number>>): boolean {
  return rules.some((candidate, at) => candidate.name === rule && (used[`${name}/${at}`] ?? 0) > 0)
}
