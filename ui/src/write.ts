import { mount } from "svelte";

import Write from "./components/Write.svelte";

const target = document.querySelector<HTMLElement>("#write");
if (target) {
  target.replaceChildren();
  mount(Write, { target, props: { nonce: target.dataset["nonce"] ?? "" } });
}
