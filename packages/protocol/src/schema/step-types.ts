/** The types of scenario steps. */
export const scenarioStepTypes: readonly string[] = [
  'drop_file_inbox',
  'receive_hl7',
  'receive_fax',
  'receive_message',
  'upsert_fhir',
  'set_portal_row',
  'advance_clock',
]
