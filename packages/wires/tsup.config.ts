import { defineConfig } from 'tsup'
import { nodeBuild } from '../../tsup.base.js'

export default defineConfig(nodeBuild)
