import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { CSSProperties } from 'react'
import { useSettings } from '../lib/settings.ts'
import { Empty } from '../ui/empty.tsx'
import { ErrorBlock } from '../ui/error-block.tsx'
import { Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StateTag } from '../ui/state-tag.tsx'
import { Density, Elevation, Icons, Motion } from './living-parts.tsx'
import { Pair } from './pair.tsx'
import './living-page.css'

const sizes = [
  [20, 600, 'Title of a page'],
  [16, 600, 'Title of a section or a dialog'],
  [14, 400, 'Everything'],
  [12, 400, 'What explains'],
] as const

const tones = [
  ['good', 'worked'],
  ['bad', 'failed, needs a hand'],
  ['warn', 'may be wrong, not proven'],
  ['busy', 'under way'],
  ['calm', 'off, not yet, unknown'],
] as const

const spaces = [4, 8, 16, 24]

/** The language of the console (DESIGN.md), shown with the parts that screens are made of. */
export function LivingPage() {
  const theme = useSettings(settings => settings.navTheme)
  return (
    <main className="de-page">
      <header className="de-line">
        <h1>Design</h1>
        <Button onClick={() => useSettings.setState({ navTheme: theme === 'realDark' ? 'light' : 'realDark' })}>
          {theme === 'realDark' ? 'Light' : 'Dark'}
        </Button>
      </header>
      <Section title="Type">
        {sizes.map(([size, weight, text]) => (
          <p key={size} style={{ fontSize: size, fontWeight: weight, margin: 0 }}>
            {text} · {size} px
          </p>
        ))}
      </Section>
      <Section title="Space" text="Steps of what stands between">
        <div className="de-line">
          {spaces.map(space => (
            <span key={space} className="de-space" style={{ '--de-space': `${space}px` } as CSSProperties}>
              {space}
            </span>
          ))}
        </div>
      </Section>
      <Density />
      <Elevation />
      <Section title="Colour by meaning" text="Never without a word or an icon">
        <div className="de-line">
          {tones.map(([tone, meaning]) => (
            <span
              key={tone}
              className="de-tone"
              style={{ color: `var(--sl-${tone})`, background: `var(--sl-${tone}-bg)` }}
            >
              {meaning}
            </span>
          ))}
        </div>
        <Pair
          good={<StateTag kind="run" state="partial" />}
          bad={<i className="de-dot" />}
          why="A colour alone says nothing to who does not see it."
        />
      </Section>
      <Section title="Actions" text="One primary action a page, the last of its line">
        <Pair
          good={
            <div className="de-line">
              <Button>Export</Button>
              <Button type="primary" icon={<PlusOutlined />}>
                New strategy
              </Button>
            </div>
          }
          bad={
            <div className="de-line">
              <Button type="primary">Export</Button>
              <Button type="primary">New strategy</Button>
            </div>
          }
          why="Where everything is first, nothing is."
        />
      </Section>
      <Section title="On its way, empty, in error">
        <Skeleton rows={3} />
        <Pair
          good={
            <Empty
              isSmall
              title="No strategies yet"
              text="Connect a source and a target first."
              action={<Button type="primary">New strategy</Button>}
            />
          }
          bad={<p className="sl-muted">No data</p>}
          why="What belongs here, and the first step."
        />
        <ErrorBlock isSmall error={new TypeError('Failed to fetch')} onRetry={() => undefined} />
      </Section>
      <Icons />
      <Motion />
    </main>
  )
}
