import { CheckCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { login, registerResult } from './pages.ts'
import { NotEnabled } from './parts/not-enabled.tsx'
import { useText } from './use-text.ts'
import './user.css'

/** What was registered, and the way in. */
export default function RegisterResult() {
  const text = useText()
  const navigate = useNavigate()
  const [{ username, company, code }] = registerResult.useSearch()
  if (username === undefined) return <NotEnabled title={text.resultNone} text={text.resultNoneText} />
  return (
    <div className="us-notice" role="status">
      <CheckCircleFilled className="us-result-icon" />
      <h1>{text.resultTitle}</h1>
      <p>{text.resultText(company ?? '', username, code ?? '')}</p>
      <Button type="primary" size="large" onClick={() => navigate(login.href())}>
        {text.toSignIn}
      </Button>
    </div>
  )
}
