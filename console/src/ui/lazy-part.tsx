import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { isChunkFailure } from '../lib/chunk-failure.ts'
import { useUiText } from './use-text.ts'

/**
 * A part of a page that is loaded when it is first shown. Where its code cannot be loaded (the line is down, a new
 * version was deployed), a note in the corner says so and everything around it stays.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const Part = lazy(load)
  return props => (
    <PartBoundary fallback={<PartFailed />}>
      <Part {...props} />
    </PartBoundary>
  )
}

interface PartBoundaryProps {
  readonly children: ReactNode
  readonly fallback: ReactNode
}
interface State {
  readonly error: Error | null
}

/** Shows `fallback` where the code of its children cannot be loaded. Any other error is the page's. */
export class PartBoundary extends Component<PartBoundaryProps, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (isChunkFailure(error)) return this.props.fallback
    throw error
  }
}

/** Plain: nothing of it has to be loaded. */
export function CornerNote({ children }: { readonly children: ReactNode }) {
  const text = useUiText().partFailed
  return (
    <div role="alert" className="sl-corner-note">
      <div>{children}</div>
      <button type="button" onClick={() => window.location.reload()}>
        {text.reload}
      </button>
    </div>
  )
}

/** Says that code cannot be loaded. */
export function PartFailed() {
  return <CornerNote>{useUiText().partFailed.text}</CornerNote>
}
