let e;async function t(e){let t=await import(
/* @vite-ignore */
`${e}quandary_wasm.js`);return await t.default({module_or_path:new URL(`quandary_wasm_bg.wasm`,e)}),t}self.onmessage=async({data:n})=>{try{e??=t(n.address);let{ask:r}=await e;self.quandaryEvent=e=>self.postMessage({id:n.id,event:e}),r(n.request)}catch(e){self.postMessage({id:n.id,failed:e instanceof Error?e.message:String(e)})}};