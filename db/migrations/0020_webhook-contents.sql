-- Deliveries hold ids only: texts and names are looked up when they are sent or shown.
UPDATE "webhook_deliveries" SET "payload" = "payload"
  #- '{data,message}' #- '{data,is_shortened}' #- '{data,chat_name}' #- '{data,file_name}'
WHERE "payload" -> 'data' ?| array['message', 'is_shortened', 'chat_name', 'file_name'];
