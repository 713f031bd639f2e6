import { Button } from 'antd'
import { LineCard } from '../../flow/public.ts'
import type { Story } from '../types.ts'
import { useText } from '../use-text.ts'

interface ToggleProps {
  readonly story: Story
  readonly lines: readonly string[]
  readonly isOpen: boolean
  onPress(): void
}

/** Opens the lines of an amount; on paper, where nothing opens, their numbers. */
export function Toggle({ story, lines, isOpen, onPress }: ToggleProps) {
  const text = useText()
  if (lines.length === 0) return <span className="sl-muted">{text.noLines}</span>
  return (
    <>
      <Button type="link" size="small" className="ro-toggle" aria-expanded={isOpen} onClick={onPress}>
        {text.lines(lines.length)}
      </Button>
      <span className="ro-paper">
        {linesOf(story, lines)
          .map(({ side, id, number, order_no }) => `${side.toUpperCase()}${id} ${number ?? order_no ?? ''}`.trim())
          .join(', ')}
      </span>
    </>
  )
}

const linesOf = (story: Story, keys: readonly string[]) =>
  story.lines.filter(({ side, id }) => keys.includes(`${side}${id}`))

/** The lines themselves, each one press from where it came from. */
export function Lines({ story, keys }: { readonly story: Story; readonly keys: readonly string[] }) {
  return (
    <div className="ro-lines">
      {linesOf(story, keys).map(line => (
        <LineCard key={`${line.side}${line.id}`} line={line} />
      ))}
    </div>
  )
}
