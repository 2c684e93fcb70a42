import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { payerConfigSchema } from './config.js'

describe('payerConfigSchema', () => {
  it.each([
    {},
    { portal: 'standard', determinations: [], default_determination: { status: 'denied', reason: 'Not covered.' } },
    {
      determinations: [
        { procedure_code: '72148', status: 'approved', requires: ['clinical_note'], delay_seconds: 3600 },
        { patient_member_id: 'MBR-1001', status: 'more_information', reason: 'Send the operative report.' },
      ],
    },
  ])('accepts %j', (config) => expect(Value.Check(payerConfigSchema, config)).toBe(true))

  it.each([
    { portal: 'other' },
    { rules: [] },
    { determinations: [{ procedure_code: '72148' }] },
    { determinations: [{ status: 'partly' }] },
    { determinations: [{ status: 'approved', procedure: '72148' }] },
    { determinations: [{ status: 'approved', delay_seconds: -1 }] },
    { determinations: [{ status: 'approved', delay_seconds: '60' }] },
    { determinations: [{ status: 'approved', requires: ['Clinical Note'] }] },
    { default_determination: { status: 'approved', procedure_code: '72148' } },
  ])('rejects %j', (config) => expect(Value.Check(payerConfigSchema, config)).toBe(false))
})
