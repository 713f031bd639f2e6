import { ApiOutlined, PlusOutlined } from '@ant-design/icons'
import { useNavigate } from 'react-router'
import { CanButton } from '../../../../ui/can.tsx'
import { useText } from '../use-text.ts'

/** The two things one comes here to begin. */
export function QuickActions() {
  const text = useText()
  const navigate = useNavigate()
  return (
    <>
      <CanButton authority="connector:add" icon={<ApiOutlined />} onClick={() => navigate('/connector/create')}>
        {text.newConnector}
      </CanButton>
      <CanButton
        authority="strategy:add"
        type="primary"
        icon={<PlusOutlined />}
        onClick={() => navigate('/strategy/create')}
      >
        {text.newStrategy}
      </CanButton>
    </>
  )
}
