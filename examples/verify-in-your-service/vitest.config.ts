import { testProject } from '../../vitest.base.js'

export default testProject('verify-in-your-service')
