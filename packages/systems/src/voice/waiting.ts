import type { SimulatorChange } from '../simulator.js'
import { type Happening, inOrderOfTime } from '../timeline.js'
import type { CallHead } from './call-row.js'
import type { ExchangePlan } from './exchange-plan.js'
import { retryMenu } from './menu-input.js'
import { found, Scene } from './scene.js'
import type { VoiceEffect, VoiceState } from './state.js'

/**
 * What happens by itself in the calls up to `at`: holds end, menus time out, lines are cut, each dated at its own
 * time.
 */
export function dueMoments(state: VoiceState, at: string): SimulatorChange<VoiceEffect> {
  return inOrderOfTime(
    [...state.open].flatMap((id) => {
      const call = state.calls.get(id)
      return call === undefined ? [] : moments(state.plan, call.head, at)
    }),
  )
}

function moments(plan: ExchangePlan, call: CallHead, at: string): Happening<VoiceEffect>[] {
  const happened: Happening<VoiceEffect>[] = []
  let head = call
  for (let due = dueOf(head); due !== null && due <= at; due = dueOf(head)) {
    const scene = new Scene(plan, head, due)
    passTime(scene, head)
    head = scene.head
    happened.push({ time: Date.parse(due), effects: [scene.effect()], events: scene.events })
  }
  return happened
}

/** When something next happens by itself; null if nothing will. */
function dueOf({ place, cut_at }: CallHead): string | null {
  if (place.at === 'ended') return null
  return place.due !== null && place.due < cut_at ? place.due : cut_at
}

function passTime(scene: Scene, { place, cut_at }: CallHead): void {
  if (scene.at === cut_at) scene.end('system')
  else if (place.at === 'hold') scene.transfer(found(scene.plan.queues, place.queue).go_to)
  else if (place.at === 'menu') retryMenu(scene, place, 'timeout')
}
