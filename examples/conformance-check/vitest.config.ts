import { testProject } from '../../vitest.base.js'

export default testProject('conformance-check')
