import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'The broker refused the user name or the password.': 'O broker recusou o nome de usuário ou a senha.',
  'Check both.': 'Verifique ambos.',
  'The user may not do this.': 'O usuário não pode fazer isto.',
  'Let the user read (source) or write (target) the topic at the broker.':
    'Permita que o usuário leia (origem) ou grave (destino) no tópico do broker.',
  'The broker does not take this client id.': 'O broker não aceita este id de cliente.',
  'Choose another client id.': 'Escolha outro id de cliente.',
  'The broker takes no connections right now.': 'O broker não aceita conexões agora.',
  'Try again in a moment.': 'Tente novamente em instantes.',
  'The broker does not speak this version of MQTT.': 'O broker não fala esta versão do MQTT.',
  'Choose the other version of the protocol in the connector.': 'Escolha a outra versão do protocolo no conector.',
  'The broker refused the connection (code {reason}).': 'O broker recusou a conexão (código {reason}).',
  'Look at the log of the broker.': 'Consulte o log do broker.',
  'The broker refused the subscription to {topic}.': 'O broker recusou a assinatura do tópico {topic}.',
  'The connection to the broker broke.': 'A conexão com o broker caiu.',
  'It is made again by itself; if it breaks again and again, another client may use the same client id.':
    'Ela é refeita sozinha; se cair repetidamente, outro cliente pode estar usando o mesmo id de cliente.',
  'The port does not speak MQTT.': 'A porta não fala MQTT.',
  'MQTT usually listens on 1883, and on 8883 for encrypted connections.':
    'MQTT geralmente escuta na 1883 e, para conexões criptografadas, na 8883.',
  '"{topic}" cannot be a topic to publish to.': '"{topic}" não pode ser um tópico de publicação.',
  'Topics to publish to have no + and no #, and are not empty.':
    'Tópicos de publicação não têm + nem # e não são vazios.',
  'The message is larger than the {bytes} bytes that the broker takes.':
    'A mensagem é maior que os {bytes} bytes que o broker aceita.',
  'Send fewer fields, or raise the limit of the broker.': 'Envie menos campos ou aumente o limite do broker.',
  'The broker refused the message (code {reason}).': 'O broker recusou a mensagem (código {reason}).',
  'Check the right to publish to this topic and the quota of the broker.':
    'Verifique a permissão de publicar neste tópico e a cota do broker.',
  MQTT: 'MQTT',
  'Subscribes by a persistent session with QoS 1 and acknowledges once stored; publishes with QoS 1.':
    'Assina por uma sessão persistente com QoS 1 e confirma depois de armazenar; publica com QoS 1.',
  'Version of the protocol': 'Versão do protocolo',
  '5.0': '5.0',
  '3.1.1': '3.1.1',
  'With 3.1.1 a broker may give no more than 20 messages before an acknowledgement, which is slower.':
    'Com 3.1.1 um broker pode entregar no máximo 20 mensagens antes de uma confirmação, o que é mais lento.',
  'Client id': 'Id do cliente',
  'The broker keeps the session by it; empty makes one from the topic. Two strategies on one topic need two.':
    'O broker guarda a sessão por ele; vazio cria um a partir do tópico. Duas estratégias em um tópico precisam de dois.',
  'Days to keep the session': 'Dias de guarda da sessão',
  'After a reader was away so long, the broker may drop its session and messages. Beyond its own limit it drops messages at any time and tells nobody (mosquitto: max_queued_messages, 1,000).':
    'Depois que o leitor ficou ausente por esse tempo, o broker pode descartar a sessão e as mensagens. Além do próprio limite, ele descarta mensagens a qualquer momento e não avisa ninguém (mosquitto: max_queued_messages, 1.000).',
  'Retained message': 'Mensagem retida',
  'The broker keeps the last message of each topic.': 'O broker guarda a última mensagem de cada tópico.',
  'The broker had not kept the session of this strategy: what was sent while nobody was connected is lost.':
    'O broker não guardou a sessão desta estratégia: o que foi enviado enquanto ninguém estava conectado se perdeu.',
  'The broker had not kept the session of this strategy: what was sent between {since}, when the last messages were read, and {until} may be lost.':
    'O broker não guardou a sessão desta estratégia: o que foi enviado entre {since}, quando as últimas mensagens foram lidas, e {until} pode ter se perdido.',
  'The broker keeps the session of the topic {topic} for {keptSeconds} s while nobody is connected, not for the {keepSeconds} s asked for.':
    'O broker guarda a sessão do tópico {topic} por {keptSeconds} s enquanto ninguém está conectado, não pelos {keepSeconds} s pedidos.',
  'The broker gives the topic {topic} with QoS 0 only: it keeps none of its messages while nobody is connected.':
    'O broker entrega o tópico {topic} apenas com QoS 0: não guarda nenhuma mensagem enquanto ninguém está conectado.',
  'Messages of the topic {topic} are sent with QoS 0: brokers keep none of them while nobody is connected, and give none again.':
    'As mensagens do tópico {topic} são enviadas com QoS 0: os brokers não guardam nenhuma enquanto ninguém está conectado, nem as entregam de novo.',
  'For a strategy that is away the broker keeps only so many messages of the topic {topic} (Mosquitto: max_queued_messages, 1000) and drops the rest without telling.':
    'Para uma estratégia ausente, o broker guarda só um número limitado de mensagens do tópico {topic} (Mosquitto: max_queued_messages, 1000) e descarta o resto sem avisar.',
}
