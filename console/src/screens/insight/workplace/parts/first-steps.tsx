import { CheckCircleFilled, RocketOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { Section } from '../../../../ui/section.tsx'
import type { Board } from '../overview.ts'
import { useText } from '../use-text.ts'
import { DemoCard } from './demo-card.tsx'

const places = {
  connectors: '/connector/create',
  strategies: '/strategy/create',
  run: '/strategy/index',
  started: '/strategy/index',
  channel: '/strategy/health?tab=channel',
  colleague: '/system/user',
} as const
const keys = Object.keys(places) as (keyof typeof places)[] // its own keys

/** The way from nothing to data that arrives by itself, ticked by what is really there. */
export function FirstSteps({ steps }: Pick<Board, 'steps'>) {
  const text = useText()
  const next = keys.find(key => !steps[key])
  const isNew = !steps.run
  return (
    <Section
      title={isNew ? text.welcome : text.board.checklist}
      text={isNew ? text.welcomeText : text.board.checklistText}
      className="wp-first"
    >
      <div className={isNew ? 'wp-first-grid' : undefined}>
        <ol className={isNew ? 'wp-steps' : 'wp-steps wp-steps-row'}>
          {keys.map((key, index) => (
            <li key={key} data-next={key === next}>
              <span className="wp-step-mark">
                {steps[key] ? <CheckCircleFilled aria-label={text.done} /> : index + 1}
              </span>
              <div>
                <Link to={places[key]}>{text.board.checks[key]}</Link>
              </div>
            </li>
          ))}
        </ol>
        {isNew && <DemoCard icon={<RocketOutlined />} />}
      </div>
    </Section>
  )
}
