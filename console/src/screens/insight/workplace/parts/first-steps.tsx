import { CheckCircleFilled, RocketOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { Section } from '../../../../ui/section.tsx'
import { useText } from '../use-text.ts'
import { DemoCard } from './demo-card.tsx'

export interface FirstStepsProps {
  readonly connectors: number
  readonly strategies: number
}

/** The way to the first moving record, for a tenant in which nothing has run yet. */
export function FirstSteps({ connectors, strategies }: FirstStepsProps) {
  const text = useText()
  const steps = [
    {
      key: 'connect',
      title: text.steps.connect,
      text: text.steps.connectText,
      to: '/connector/create',
      isDone: connectors >= 2,
    },
    {
      key: 'create',
      title: text.steps.create,
      text: text.steps.createText,
      to: '/strategy/create',
      isDone: strategies > 0,
    },
    { key: 'run', title: text.steps.run, text: text.steps.runText, to: '/strategy/index', isDone: false },
  ]
  const next = steps.findIndex(step => !step.isDone)
  return (
    <Section title={text.welcome} text={text.welcomeText} className="wp-first">
      <div className="wp-first-grid">
        <ol className="wp-steps">
          {steps.map((step, index) => (
            <li key={step.key} data-next={index === next}>
              <span className="wp-step-mark">
                {step.isDone ? <CheckCircleFilled aria-label={text.done} /> : index + 1}
              </span>
              <div>
                <Link to={step.to}>{step.title}</Link>
                <p>{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
        <DemoCard icon={<RocketOutlined />} />
      </div>
    </Section>
  )
}
