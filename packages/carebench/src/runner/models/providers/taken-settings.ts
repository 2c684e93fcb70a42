import type { SharedV3Warning } from '@ai-sdk/provider'
import { TrialStopError } from '../../ended.js'
import type { ModelSettings } from './model-settings.js'
import { warningsAbout } from './sent-settings.js'

/** The settings of a model, and whether it may run without those that its provider does not accept. */
export interface TakenSettings {
  readonly settings: ModelSettings
  readonly allowDropped: boolean
}

/** Throws a {@link TrialStopError} if the provider's package warns that it did not send a setting unchanged. */
export function assertTaken(
  model: string,
  { settings, allowDropped }: TakenSettings,
  warnings: readonly SharedV3Warning[],
): void {
  if (allowDropped) return
  const said = warningsAbout(settings, warnings)
  if (said.length === 0) return
  const message =
    `The model ${model} does not take a setting as it is: ${said.join('; ')}. Leave it out, or allow dropped ` +
    'settings'
  throw new TrialStopError({ kind: 'infra', reason: 'bad_request', message })
}
