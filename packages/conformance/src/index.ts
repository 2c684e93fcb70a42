export type { Level, Profile, Requirement } from './requirements/requirement.js'
export { type RequirementId, requirements } from './requirements/requirements.js'
