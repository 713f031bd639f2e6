import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { login } from '../pages.ts'
import { useText } from '../use-text.ts'
import '../user.css'

export interface NotEnabledProps {
  readonly title: string
  readonly text: string
}

/** A public page for something this installation does not offer, and the way back. */
export function NotEnabled({ title, text }: NotEnabledProps) {
  const words = useText()
  const navigate = useNavigate()
  return (
    <div className="us-notice">
      <h1>{title}</h1>
      <p>{text}</p>
      <Button type="primary" size="large" onClick={() => navigate(login.href())}>
        {words.back}
      </Button>
    </div>
  )
}
