// Runs a tool that needs no build under the project's pinned Node, after making sure that everything is installed.
import { ensureInstalled, runForever } from './prepare.mjs'

ensureInstalled()
runForever(process.argv.slice(2))
