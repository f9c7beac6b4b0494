import { mount } from "svelte";

import ChatPage from "./chat/components/ChatPage.svelte";

const target = document.querySelector<HTMLElement>("#chat");
if (target) {
  target.replaceChildren();
  mount(ChatPage, { target, props: { model: target.dataset["model"] ?? "" } });
}
