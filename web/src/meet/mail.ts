// What concerns people who are away: where they are told, what they have ordered, and a table to try things on.
import { send } from "../api/client";
import type { Channel, Channels, Created, Orders, OrdersTold } from "../api/types";

export const channels = () => send<Channels>("GET", "/channels");
export const addChannel = (asked: object) => send<Channel>("POST", "/channels", asked);
export const changeChannel = ({ id, language, when, digest, on }: Channel) =>
  send<Channel>("PUT", `/channels/${id}`, { language, when, digest, on });
export const removeChannel = (id: string) => send<unknown>("DELETE", `/channels/${id}`);
export const tryChannel = (id: string) => send<{ sent: boolean }>("POST", `/channels/${id}/test`);
/** What the link of a message asks for: nothing more, or once more; that an address is one's own. */
export const putOff = (token: string) => send<{ kind: string }>("POST", `/off/${token}`);
export const putOn = (token: string) => send<{ kind: string }>("DELETE", `/off/${token}`);
export const confirm = (token: string) => send<{ kind: string }>("POST", `/confirm/${token}`);

export const orders = (id: string, seat: string) =>
  send<OrdersTold>("GET", `/matches/${id}/orders?seat=${encodeURIComponent(seat)}`);
export const giveOrders = (id: string, seat: string, given: Orders) =>
  send<OrdersTold>("PUT", `/matches/${id}/orders`, { seat, orders: given });

export const openSandbox = (id: string, seat: string) => send<Created>("POST", `/matches/${id}/sandbox`, { seat });
export const leaveSandbox = (id: string) => send<unknown>("DELETE", `/matches/${id}`);

export const canPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** This browser, as its push service knows it; null if its user does not want to be told. */
export async function subscribe(key: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const worker = await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return made.toJSON();
}
