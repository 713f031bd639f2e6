import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { isChunkFailure } from '../lib/chunk-failure.ts'
import { Exception } from '../ui/exception.tsx'
import { useShellText } from './use-text.ts'

interface Props {
  readonly children: ReactNode
}
interface State {
  readonly error: Error | null
}

/** Catches what a page throws while it is drawn, so that the frame stays. Give it the page's address as `key`. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return <BrokenPage error={error} onRetry={() => this.setState({ error: null })} />
  }
}

interface BrokenProps {
  readonly error: Error
  onRetry(): void
}

function BrokenPage({ error, onRetry }: BrokenProps) {
  const text = useShellText()
  const reload = (
    <Button type="primary" onClick={() => window.location.reload()}>
      {text.reload}
    </Button>
  )
  if (isChunkFailure(error))
    return <Exception status="500" title={text.chunkTitle} text={text.chunkText} action={reload} />
  return (
    <Exception
      status="500"
      action={
        <div className="sh-actions">
          <Button type="primary" onClick={onRetry}>
            {text.retry}
          </Button>
          <Button href="/workplace">{text.home}</Button>
          <p className="sl-error-code">{error.message}</p>
        </div>
      }
    />
  )
}
