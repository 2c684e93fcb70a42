import { testProject } from '../../vitest.base.js'

export default testProject('hl7v2')
