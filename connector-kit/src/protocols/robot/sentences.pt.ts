import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const robotSentences: Sentences = {
  'There is no {id} here; a robot sends text and markdown.': 'Não há {id} aqui; um robô envia text e markdown.',
  'Choose one of the two kinds of message.': 'Escolha um dos dois tipos de mensagem.',
  'A message has no field {name}.': 'Uma mensagem não tem o campo {name}.',
  'Map to {names}.': 'Mapeie para {names}.',
  'The field {name} of a message takes text only.': 'O campo {name} de uma mensagem só aceita texto.',
  'Change the value in the mapping.': 'Altere o valor no mapeamento.',
  'The field {name} of the message is empty.': 'O campo {name} da mensagem está vazio.',
  'Map a field with a text to it.': 'Mapeie para ele um campo com texto.',
  'The message is longer than {max} bytes.': 'A mensagem tem mais de {max} bytes.',
  'Shorten it in the mapping.': 'Encurte-a no mapeamento.',
  'The robot takes no more messages for the moment.': 'O robô não aceita mais mensagens no momento.',
  'They are sent later by themselves; where that is often so, put several records into one message.':
    'Elas são enviadas mais tarde sozinhas; se isso for frequente, junte vários registros em uma mensagem.',
  'The service of the robot is out of order for the moment ({words}).':
    'O serviço do robô está fora de operação no momento ({words}).',
  'The message is sent again by itself.': 'A mensagem é enviada de novo sozinha.',
  'The robot refused the key, the signature or the sender ({words}).':
    'O robô recusou a chave, a assinatura ou o remetente ({words}).',
  'Compare key and secret with the settings of the robot, its addresses and keywords too; it may have been removed.':
    'Compare a chave e o segredo com as configurações do robô, e também seus endereços e palavras-chave; ele pode ter sido removido.',
  'The robot refused the message ({words}).': 'O robô recusou a mensagem ({words}).',
  'Correct the record or its mapping, then process it again.':
    'Corrija o registro ou o mapeamento e processe-o de novo.',
  'The robot did not confirm the message, so it may be in the group or not.':
    'O robô não confirmou a mensagem; ela pode estar no grupo ou não.',
  'Look into the group, then confirm the record or process it again.':
    'Veja o grupo; depois confirme o registro ou processe-o de novo.',
  'key and signature are judged with the first message': 'chave e assinatura são avaliadas na primeira mensagem',
  'Address of the service': 'Endereço do serviço',
  'Changed only for an installation of your own.': 'Alterado só para uma instalação própria.',
  'Messages a minute': 'Mensagens por minuto',
  'The rest is sent later; not more than the service allows.':
    'O restante é enviado depois; não mais do que o serviço permite.',
}
