import type { Strategy } from '../types.ts'
import './debugger.css'
import { DebugConsole } from './debug-console.tsx'
import { DebugSteps } from './debug-steps.tsx'

/** A strategy taken apart: its steps one by one, and a console for everything else. Only what is confirmed writes. */
export function DebuggerTab({ strategy }: { readonly strategy: Strategy }) {
  return (
    <>
      <DebugSteps strategy={strategy} />
      <DebugConsole strategy={strategy} />
    </>
  )
}
