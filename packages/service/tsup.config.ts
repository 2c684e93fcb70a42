import { defineConfig } from 'tsup'
import { neutralBuild } from '../../tools/tsup.base.js'

export default defineConfig(neutralBuild)
